# A file whose name is too long: perl has a name of any length; it is cut on its way, here behind a slash.

cat >a.pl <<'PERL'
require NYTProf::BPF; mkdir 'd';
DB::enable_profile('d/' . ('./' x 2046) . '//x.out');
my $x = 1;
PERL

run 0 $AGENT -- perl $MODULE a.pl || exit
expect_err 'the name is too long; written to '
expect_lines
expect [ -z "$(ls d)" ]
expect rm "$(sed -n 's/.* written to \(.*\) instead/\1/p' stderr)"

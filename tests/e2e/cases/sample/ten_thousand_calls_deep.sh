# A stack of ten thousand calls is whole.  Where that takes longer than a tick may, the first samples are lost and said.

cat >a.pl <<'PERL'
no warnings 'recursion';
sub burn { my $x = 0; $x += $_ for 1 .. 10_000_000; return $x }
sub down { my $n = shift; return $n ? down($n - 1) : burn() }
sub top { return down(9_997) }
top();
PERL

run 0 $AGENT --mode=sample -- perl a.pl || exit
expect grep -Eq 'not recorded: (nothing \(0\)|[1-7] samples that could not be read or stored completely)$' stderr
# down() is there 9,998 times, and so deep within itself.
perl -MDevel::NYTProf::Data -e '
	my $subs = Devel::NYTProf::Data->new({ filename => "nytprof.out", quiet => 1 })->subname_subinfo_map;
	printf "%s deep, %d within main::top\n", $subs->{"main::down"}->recur_max_depth,
		scalar grep { exists $_->[7]{"main::top"} } map { values %$_ } values %{ $subs->{"main::down"}->caller_fid_line_places }
' >stdout 2>stderr
expect_lines '9997 deep, 1 within main::top'

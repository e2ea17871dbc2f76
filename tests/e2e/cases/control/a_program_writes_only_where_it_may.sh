# What a program wants written is written with no more rights than it has.

cat >a.pl <<'PERL'
require NYTProf::BPF; DB::enable_profile(shift);
my $x = 1;
PERL

mkdir closed open
chmod 777 open
chmod 755 closed
export SUDO_UID=$(id -u nobody) SUDO_GID=$(id -g nobody)
run 0 $AGENT -q -o 2.out -- perl $MODULE a.pl "$PWD/open/x.out"
expect [ "$(stat -c %U open/x.out)" = nobody ]
expect [ -e 2.out ]

run 0 $AGENT -q -o 1.out -- perl $MODULE a.pl "$PWD/closed/x.out"
expect_err 'closed/x.out: Permission denied; written to '
expect [ -z "$(ls closed)" ]
expect rm "$(sed -n 's/.* written to \(.*\) instead/\1/p' stderr)"
expect [ -e 1.out ]

# A relative name means what it meant when it was met.

mkdir -p lib one/two
cat >lib/Rel.pm <<'PERL'
package Rel; sub rel { return 1 }
1;
PERL

cat >one/Abs.pm <<'PERL'
package Abs; sub f { my $a = sub { 5 }; return $a->() }
1;
PERL

cat >one/two/Two.pm <<'PERL'
package Two; sub two { return eval '1 + 1' }
1;
PERL

cat >one/late.pl <<'PERL'
1;
PERL

cat >a.pl <<'PERL'
use lib 'lib';
use Rel;
chdir 'one';
require './Abs.pm'; Abs::f();
if (!fork) { chdir 'two'; require './Two.pm'; Two::two(); late(); exit }
wait;
chdir '/';
late();
sub late {
    Rel::rel();
    return Abs::f();
}
PERL

mkdir t o
NYTPROF=slowops=0:file=$PWD/t/x.out perl -d:NYTProf a.pl
NYTPROF=slowops=0:file=$PWD/o/x.out run 0 $AGENT -q -- perl a.pl
facts t >a
facts o >b
expect diff a b
expect [ "$(grep -c one/two/Two.pm:1 b)" = 1 ]

read_profile o/x.out.*
expect_out '/one/two/Two.pm:1 package Two;'
expect_out '/one/Abs.pm:1 package Abs;'
expect_no_out two/a.pl

# A profile with HTML and script in all its texts does nothing, and shows them as text.

cat >h.pl <<'PERL'
use strict;
use Sub::Util 'set_subname';
# </script><script>window.pwned = 1</script> <!--<script> ]]> --> &lt;b&gt; "quoted' \u2028
my @names = (
    'main::</title><script>window.pwned=1</script>&amp;', 'main::"><img src=x onerror="window.pwned=1">', 'main::javascript:window.pwned=1',
    "main::<!--<script>", "main::\xe2\x80\xae\xe2\x80\xa8\x00\x1b[2J", "main::bad\xff\xc0\x80\xed\xa0\x80", 'main::__proto__',
    'main::constructor', 'main::{{data}}%s%n', 'main::' . '<i>' x 300
);
my $x = 0;
for my $sub (map { set_subname($_, sub { $x += sqrt for 1 .. 300 }) } @names) { $sub->() }
eval "#line 3 \"</script><script>window.pwned=1</script>'\\\"><img src=x onerror=alert(1)>\"\nsub odd { \$x++ } odd() for 1 .. 9; 1" or die;
eval "#line 1 \"javascript:window.pwned=1\"\n\$x++; 1" or die;
PERL
cp h.pl '"><script>window.pwned=1<'
run 0 $AGENT -q -o hostile.out -- perl h.pl '<script>window.pwned=1</script>' || exit
run 0 $AGENT -q -o name.out -- perl '"><script>window.pwned=1<' || exit
page name
page hostile
# The page of changes has the names of its files, too.
cp hostile.out '"><script>window.pwned=1<.out'
run 0 $AGENT diff --html -o changes.html name.out '"><script>window.pwned=1<.out'
# The two of each page.
expect [ "$(grep -o '<script' changes.html | wc -l)" = 2 ]
expect [ "$(grep -c '<img' changes.html)" = 0 ]
run 0 iconv -f UTF-8 -t UTF-8 -o /dev/null changes.html
expect [ "$(grep -o '<script' hostile.html | wc -l)" = 2 ]
expect [ "$(grep -o '<script' name.html | wc -l)" = 2 ]
expect [ "$(grep -c '<img' hostile.html)" = 0 ]
run 0 iconv -f UTF-8 -t UTF-8 -o /dev/null hostile.html
browse hostile hostile.html changes.html

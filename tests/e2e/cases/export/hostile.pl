use strict;
use Sub::Util 'set_subname';
my @names = (
    "main::a;b c", "main::new\nline", "main::\"quoted\" 'too' \\ back", "main::</title><script>alert(1)</script>&amp;", "main::\e[2J\x9b\x01\x7f",
    "main::bad\xff\xc0\x80\xed\xa0\x80", "main::gr\xc3\xb6sse", "main::(1) fn=x", "main::=1+1", "main::]]>--><!--", "main::%s%n", 'main::' . 'x' x 200
);
my $x = 0;
my @subs = map { set_subname($_, sub { $x += sqrt for 1 .. 500; $_[0]->() if $_[0] }) } @names;
$_->() for @subs;
$subs[0]->($subs[1]);
$subs[4]->($subs[5]);
eval "#line 3 \"odd;file'<&>\x01\xff:7: name\"\nsub odd { \$x++ } odd() for 1 .. 9; 1" or die;
$x += sqrt for 1 .. 1000;

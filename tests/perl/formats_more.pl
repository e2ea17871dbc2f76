# Formats: page tops, several lines, continued text, other handles and names, formline, page breaks.
use strict;
use warnings;

our ($id, $text, @items) = (0, '');
sub number { return sprintf '%03d', $id }
sub title { my $t = shift; return "-- $t --" }

format OUT_TOP =
@|||||||||||||||||
title('page ' . $%)
.
format OUT =
@>>
number()
    ^<<<<<<<<< ~~
$text
.
format SHORT =
@#### @.## @*
$id, $id / 2, scalar(@items)
.
format MULTI =
@*
join("\n", map { "[$_]" } @items)
.
open OUT, '>', 'out' or die;
{
    my $old = select OUT;
    ($=, $-) = (6, 0);
    select $old;
}
for (1 .. 4) {
    $id = $_;
    $text = 'some words to fold ' x $_;
    write OUT;
}
close OUT;
open my $in, '<', 'out' or die;
my @lines = <$in>;
print scalar(@lines), ' ', scalar(grep { /page/ } @lines), "\n";
@items = (1, 2);
$~ = 'SHORT';
write;
$~ = 'MULTI';
write;
sub swrite { my $f = shift; $^A = ''; formline $f, @_; my $r = $^A; $^A = ''; return $r }
print swrite("@<<< @>>>\n", 'ab', 12), swrite("@||||\n", title('c'));

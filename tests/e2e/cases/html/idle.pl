# SPDX-License-Identifier: GPL-2.0-or-later
# What waits for events is left out of the tables, and is shown if a reader asks: idle.pl PAGE

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Page;

my ($page) = @ARGV;
my $browser = Browser->new;
$browser->size(1280, 900);
$browser->open(url($page));
my $idle = 'IO::Select::CORE:sselect';

# Its place in a table; -1: it is not there.
sub place {
    my ($name) = @_;
    my @names = map { $_->[-1] } rows($browser);
    return (grep { $names[$_] eq $name } 0 .. $#names)[0] // -1;
}

ok(shown($browser, '#overview') =~ /idle, for events\s+\d/, 'the overview has the sum');
$browser->go('#subs');
is(place($idle), -1, 'it is not in the table');
ok(place('main::work') >= 0, 'work is');
$browser->go('#lines');
my ($first) = rows($browser);
ok($first->[-1] !~ m{IO/Select}, "the first line does not wait for events: $first->[-1]");
$browser->value("document.querySelector('.idle').click()");
($first) = rows($browser);
ok($first->[-1] =~ m{IO/Select}, "now it does: $first->[-1]");
$browser->go('#subs');
is(place($idle), 0, 'it has the most time');
quiet($browser, $page);

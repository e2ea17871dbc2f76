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

my %unit = ('s' => 1, 'ms' => 1e-3, 'us' => 1e-6, 'ns' => 1e-9);

# What a table shows as the time of one row, in seconds.
sub seconds {
    my ($name, $column) = @_;
    my ($row) = grep { ref $name ? $_->[-1] =~ $name : $_->[-1] eq $name } rows($browser);
    my ($value, $unit) = $row->[$column] =~ /^([\d.]+)\s*(\w+)$/ or return $row->[$column] eq '' ? 0 : die "$name: $row->[$column]\n";
    return $value * $unit{$unit};
}

# The time of all that the flame graph shows, in seconds.
sub flame_total {
    my $text = $browser->value("document.querySelector('.flame .status').textContent");
    my ($value, $unit) = $text =~ /^program ([\d.]+)\s*(\w+)/ or die "$text\n";
    return $value * $unit{$unit};
}

ok(shown($browser, '#overview') =~ /idle, for events\s+\d/, 'the overview has the sum');
$browser->go('#subs');
is(place($idle), -1, 'it is not in the table');
ok(place('main::work') >= 0, 'work is');
my $without = seconds('IO::Select::can_read', 1);
ok($without < 0.1, "nor is it in what has called it: $without s");
ok(flame_total() < 0.3, 'nor in the flame graph: ' . flame_total() . ' s');
$browser->go('#files');
$without = seconds(qr{IO/Select}, 0);
ok($without < 0.1, "nor in its file: $without s");
$browser->go('#lines');
my ($first) = rows($browser);
ok($first->[-1] !~ m{IO/Select}, "the first line does not wait for events: $first->[-1]");
$browser->value("document.querySelector('.idle').click()");
($first) = rows($browser);
ok($first->[-1] =~ m{IO/Select}, "now it does: $first->[-1]");
$browser->go('#subs');
is(place($idle), 0, 'it has the most time');
ok(flame_total() > 0.4, 'it is in the flame graph, too: ' . flame_total() . ' s');
my $with = seconds('IO::Select::can_read', 1);
ok($with > 0.4, "its caller has it, too: $with s");
quiet($browser, $page);

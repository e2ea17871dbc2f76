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

# What a table shows as the time of one row, in seconds.
sub seconds {
    my ($name, $column) = @_;
    my %unit = ('s' => 1, 'ms' => 1e-3, "\x{b5}s" => 1e-6, 'us' => 1e-6, 'ns' => 1e-9);
    my ($row) = grep { ref $name ? $_->[-1] =~ $name : $_->[-1] eq $name } rows($browser);
    my ($value, $unit) = $row->[$column] =~ /^([\d.]+)\s*(\S+)$/ or return $row->[$column] eq '' ? 0 : die "$name: $row->[$column]\n";
    return $value * $unit{$unit};
}

ok(shown($browser, '#overview') =~ /idle, for events\s+\d/, 'the overview has the sum');
$browser->go('#subs');
is(place($idle), -1, 'it is not in the table');
ok(place('main::work') >= 0, 'work is');
my $without = seconds('IO::Select::can_read', 1);
ok($without < 0.1, "nor is it in what has called it: $without s");
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
my $with = seconds('IO::Select::can_read', 1);
ok($with > 0.4, "its caller has it, too: $with s");
quiet($browser, $page);

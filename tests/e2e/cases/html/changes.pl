# SPDX-License-Identifier: GPL-2.0-or-later
# The numbers of the page of diff are those of diff --json, and its parts do what they say: changes.pl PAGE JSON

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use List::Util qw(max min);
use Mojo::JSON qw(decode_json encode_json);
use Page;

my ($page, $json) = @ARGV;
open my $in, '<', $json or die "$json: $!\n";
my $truth   = decode_json(do { local $/; <$in> });
my $browser = Browser->new;

# As a page shows it, in ns; three digits of it matter.
sub ns {
    my ($shown) = @_;
    return 0 if $shown eq '0' || $shown eq '-';
    my ($sign, $number, $unit) = $shown =~ /^([+-]?)([\d.]+)(s|ms|us)$/ or return -9e18;
    return ($sign eq '-' ? -1 : 1) * $number * { s => 1e9, ms => 1e6, us => 1e3 }->{$unit};
}

sub close_to {
    my ($shown, $ns) = @_;
    return abs(ns($shown) - $ns) <= 0.006 * abs($ns) + 60;
}

# How a change is said, in percent.
sub percent {
    my ($row) = @_;
    return 'new'  if !$row->{in_old};
    return 'gone' if !$row->{in_new};
    return $row->{new_ns} > 0 ? '>999x' : '+0.0%' if $row->{old_ns} <= 0;
    my $percent = 100 * ($row->{new_ns} - $row->{old_ns}) / $row->{old_ns};
    return $percent >= 99999 ? '>999x' : sprintf '%+.1f%%', $percent;
}

# The last digit may differ by the rounding of the times.
sub same_percent {
    my ($shown, $row) = @_;
    my $should = percent($row);
    return 1 if $shown eq $should;
    my ($is, $other) = map { /^([+-][\d.]+)%$/ ? $1 : return 0 } $shown, $should;
    return abs($is - $other) <= 0.11 + 100 * 2 / max(1, $row->{old_ns});
}

sub is_row {
    my ($shown, $row) = @_;
    return close_to($shown->[0], $row->{old_ns}) && close_to($shown->[1], $row->{new_ns})
        && close_to($shown->[2], $row->{new_ns} - $row->{old_ns}) && same_percent($shown->[3], $row);
}

sub compare {
    my ($what, $nr, $rows) = @_;
    my %truth = map { ($_->{name} . ($_->{line} ? ":$_->{line}" : '')) => $_ } @$rows;
    my @wrong;
    my @shown = rows($browser, $nr);
    for my $row (@shown) {
        my $should = delete $truth{ $row->[-1] };
        push @wrong, join ' ', @$row, 'not', $should ? encode_json($should) : 'there' if !$should || !is_row($row, $should);
    }
    is(join("\n", @wrong), '', "$what: " . @shown . ' rows');
    is(join(' ', sort keys %truth), '', "$what: all are there");
    # The mark of noise, which rows() leaves out.
    my $marked = $browser->value("[...document.querySelectorAll('#$what tr.item .tag:not(.narrow)')].length");
    is($marked, scalar(grep { $_->{noise} } @$rows), "$what: those that are noise have its mark");
    return;
}

sub try_numbers {
    my %fact = map { split /\n/, $_, 2 } @{ $browser->value("[...document.querySelectorAll('.facts.sum div')].map(d => d.children[0].textContent + '\\n' + d.children[1].firstChild.textContent.trim())") };
    ok(is_row([ @fact{qw(old new change percent)} ], $truth->{total}), "the totals: @fact{qw(old new change percent)}");
    compare('subs', 0, $truth->{subs});
    compare('lines', 1, $truth->{lines});
    my ($new, $old) = shown($browser, '#flame .status') =~ /^program (\S+) .*was (\S+),/;
    ok(close_to($new, $truth->{total}{new_ns}) && close_to($old, $truth->{total}{old_ns}), "the flame graph has all: $old, $new");
    return;
}

sub try_sorting {
    for my $column (0 .. 2) {
        $browser->value("document.querySelectorAll('#subs th button')[$column].click()");
        my @values = map { ns($_->[$column]) } rows($browser);
        is("@values", join(' ', sort { $b <=> $a } @values), "a click sorts by column $column");
    }
    return;
}

sub chip { return shown($browser, '#focus') }

# The colour of the frame of a sub.
sub frame_colour {
    my ($name) = @_;
    my ($left, $width) = @{ $browser->value("(b => [b.left, b.width])(document.querySelector('canvas').getBoundingClientRect())") };
    my $top = $browser->value("document.querySelector('canvas').getBoundingClientRect().top");
    for my $x (map { $left + $width * $_ / 80 } 1 .. 79) {
        $browser->call('Input.dispatchMouseEvent', { type => 'mouseMoved', x => $x, y => $top + 29 });
        next if shown($browser, '#flame .status') !~ /^\Q$name\E /;
        my $status = shown($browser, '#flame .status');
        $browser->call('Input.dispatchMouseEvent', { type => 'mouseMoved', x => 1, y => 1 });
        my ($at, $y) = ($x - $left, 19 + 3);
        return ($status, @{ $browser->value("(c => [...c.getContext('2d').getImageData($at * devicePixelRatio, $y * devicePixelRatio, 1, 1).data])(document.querySelector('canvas'))") });
    }
    return ('', 0, 0, 0);
}

sub try_choice {
    my ($status, $red, $green, $blue) = frame_colour('Work::heavy');
    ok($status =~ /; was \S+, own \S+ \(\+/, "the frame has both times: $status");
    # A run that other load disturbed can make the change noise, and two profiles for each side show that.
    my ($heavy) = grep { ($_->{name} // '') eq 'Work::heavy' } @{ $truth->{subs} };
    if ($heavy->{noise}) { ok(abs($red - $blue) < 20, "what is noise is grey: $red $green $blue") }
    else                 { ok($red > $blue + 60, "what grew is red: $red $green $blue") }
    # Other load can put a line of another sub first.
    $browser->value("[...document.querySelectorAll('#lines tr.item')].find(r => r.innerText.includes('tr/a-m//')).click()");
    ok(chip() =~ /^frames of Work::heavy/, 'a line chooses the frames of its sub: ' . chip());
    $browser->key('Escape');
    is(chip(), '', 'Esc shows all again');
    $browser->value("[...document.querySelectorAll('#subs tr.item')].find(r => r.innerText.includes('light')).click()");
    ok(chip() =~ /^frames of Work::light/, 'a row chooses its frames');
    is($browser->value("document.querySelectorAll('tr.chosen').length"), 1, 'and has a mark');
    $browser->value("document.querySelector('#subs th button').click()");
    ok(shown($browser, 'tr.chosen') =~ /light/, 'also when the table is sorted');
    ok($browser->value("document.querySelector('canvas').getBoundingClientRect().bottom > 0"), 'the flame graph is in view');
    try_calls();
    $browser->go('#sub=no::such');
    is(chip(), '', 'a sub that is not there');
    return;
}

# The callers and calls of a chosen sub, which rows() finds before the tables of all subs and lines.
sub try_calls {
    $browser->go('#sub=Work::light');
    my ($row) = grep { $_->{name} eq 'Work::light' } @{ $truth->{subs} };
    my @callers = rows($browser, 0);
    ok(@callers == 1 && $callers[0][-1] =~ /^main::__ANON__\[.*:\d+\]$/, "the caller of a sub: $callers[0][-1]");
    ok(close_to($callers[0][0], $row->{old_ns}) && close_to($callers[0][1], $row->{new_ns}), "its times are the sub's: @{$callers[0]}");
    is((rows($browser, 1))[0][0], 'Nothing.', 'it calls nothing');
    $browser->go('#sub=main::RUNTIME');
    my %calls = map { $_->[-1] => $_ } rows($browser, 1);
    is($calls{'main::added'}[3], 'new', 'a call that is new');
    my ($heavy) = grep { $_->{name} eq 'Work::heavy' } @{ $truth->{subs} };
    ok(is_row($calls{'Work::heavy'}, $heavy), "a call that takes longer: @{$calls{'Work::heavy'}}");
    $browser->value("document.querySelector('#calls section:nth-child(2) tr.item').click()");
    ok(chip() =~ /^frames of (Work|main)::/, 'a row of them leads on: ' . chip());
    return;
}

sub try_keys {
    $browser->go('#');
    $browser->key('?');
    ok($browser->value("document.getElementById('help').open"), '? shows the keys');
    $browser->key('Escape');
    ok(!$browser->value("document.getElementById('help').open"), 'Esc hides them');
    $browser->key('/');
    is($browser->value('document.activeElement.id'), 'search', '/ goes to the search');
    $browser->key($_) for qw(h e a v y);
    ok(shown($browser, '#subs tbody') =~ /heavy/, 'what is typed is found');
    is(scalar(grep { $_->[-1] !~ /heavy/ } rows($browser, 0)), 0, 'and nothing else');
    $browser->key('Escape');
    $browser->key('Escape');
    ok(shown($browser, '#subs tbody') =~ /light/, 'Esc shows all again');
    $browser->key('j') for 1 .. 2;
    $browser->key('Enter');
    ok(chip() =~ /^frames of /, 'j and Enter choose a row: ' . chip());
    return;
}

for my $width (1280, 390) {
    for my $dark (0, 1) {
        $browser->size($width, 900);
        $browser->dark($dark);
        $browser->open(url($page));
        my ($is, $has) = @{ $browser->value('[document.documentElement.scrollWidth, innerWidth]') };
        ok($is <= $has, "it fits into $has pixels: $is");
    }
}
$browser->size(1280, 900);
$browser->dark(0);
$browser->open(url($page));
try_numbers();
try_sorting();
if ($page =~ /several/) {
    try_keys();
    $browser->open(url($page));
    try_choice();
}
quiet($browser, $page);

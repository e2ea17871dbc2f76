# SPDX-License-Identifier: GPL-2.0-or-later
# Walks through a page as a reader does: views.pl PAGE SCRIPT; the page is of export/work.pl, at SCRIPT.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Page;
use Mojo::JSON 'encode_json';

my ($page, $script) = @ARGV;
my $browser = Browser->new;

sub hash  { return $browser->value('decodeURIComponent(location.hash)') }
sub title { return shown($browser, '#view:not([hidden]) h1') }

sub try_links {
    $browser->go('#sub=main::inner');
    is(title(), 'main::inner', '#sub= shows the sub');
    my @callers = rows($browser, 0);
    is("$callers[0][3] $callers[0][2] $callers[0][4]", 'main::outer 15 ' . "$script:5", 'its caller');
    is((rows($browser, 1))[0][3], 'main::work', 'its callee');
    $browser->go('#file=a.pl:6');
    is(title(), $script, '#file= shows the file');
    is(shown($browser, '.line.target .nr'), '6', 'and marks the line');
    my $text = shown($browser, '#L6');
    ok($text =~ /\bmain::inner 15 calls.* a\.pl:5 15\x{d7}/s, "who calls a sub stands at its head: $text");
    ok($text =~ /\x{2192} main::work 15\x{d7}/, 'what a line calls stands below it');
    is($browser->value("document.querySelector('.line.target').getBoundingClientRect().top < innerHeight"), 1, 'it is in view');
    $browser->go('#file=(eval 1)[a.pl:13]');
    ok(shown($browser, '#view') =~ /A string eval at .*a\.pl:13/, 'a string eval names its place');
    $browser->go('#q=FIB');
    ok(shown($browser, '#view') =~ /\b1 sub, [\d.]+% of the time.*main::fib.*\blines? of source.*sub fib/s, '#q= finds subs and source');
    $browser->go('#sub=no::such');
    ok(shown($browser, '#view') =~ /no sub of this name/, 'a sub that is not there');
    $browser->go('#file=%zz%');
    ok(shown($browser, '#view') =~ /no file of this name/, 'a file that is not there');
    $browser->go('#__proto__=x');
    is($browser->value("document.getElementById('overview').hidden"), 0, 'another word is the overview');
    return;
}

sub try_keys {
    $browser->go('#subs');
    $browser->key('j') for 1 .. 3;
    $browser->key('k');
    is(shown($browser, 'tr.chosen a'), $browser->value("document.querySelectorAll('main:not([hidden]) tr.item a')[1].innerText"), 'j and k choose a row');
    my $name = $browser->value("document.querySelector('tr.chosen a').title");
    $browser->key('Enter');
    is(hash(), "#sub=$name", 'Enter opens it');
    $browser->key('Escape');
    is(hash(), '', 'Esc goes to the overview');
    $browser->key('?');
    ok($browser->value("document.getElementById('help').open"), '? shows the keys');
    $browser->key('Escape');
    ok(!$browser->value("document.getElementById('help').open"), 'Esc hides them');
    $browser->key('/');
    is($browser->value('document.activeElement.id'), 'search', '/ goes to the search');
    $browser->key($_) for qw(i n n e r);
    is(hash(), '#q=inner', 'what is typed is searched for');
    ok(shown($browser, '#view') =~ /main::inner/, 'and found');
    $browser->key('Escape');
    $browser->go('#file=a.pl:1');
    $browser->key('j');
    my $first = shown($browser, '.line.target .nr');
    ok($first, "j goes to a line that took time: $first");
    return;
}

sub try_sorting {
    $browser->go('#subs');
    $browser->value("document.querySelectorAll('#view th button')[2].click()");
    my @calls = map { $_->[2] =~ s/\D//gr } rows($browser);
    is("@calls", join(' ', sort { $b <=> $a } @calls), 'a click sorts by calls');
    $browser->value("document.querySelectorAll('#view th button')[4].click()");
    my @names = map { $_->[4] } rows($browser);
    is("@names", join(' ', sort @names), 'and by names');
    return;
}

# The frame of main::outer is below that of the program.
sub try_flames {
    $browser->go('#flame');
    my $y   = $browser->value("document.querySelector('#view canvas').getBoundingClientRect().top");
    my $hit = 0;
    for my $x (map { $_ * 20 } 1 .. 60) {
        $browser->call('Input.dispatchMouseEvent', { type => 'mouseMoved', x => $x, y => $y + 29 });
        next if shown($browser, '#view .status') !~ /^main::outer /;
        $browser->click($x, $y + 29);
        $hit = 1;
        last;
    }
    ok($hit, 'there is a frame of main::outer');
    ok(shown($browser, '#focus') =~ /only in main::outer/, 'a click limits the page to it');
    my %sub = map { $_->[4] => $_ } rows($browser, 0);
    is(join(' ', sort keys %sub), 'List::Util::sum main::CORE:sqrt main::inner main::outer main::work' =~ s/main::CORE:sqrt //r, 'only what it calls is in the table');
    is($sub{'main::inner'}[2], 15, 'with the calls of these stacks');
    $browser->go('#lines');
    is(join(' ', grep { !/^\Q$script\E:[456]$/ } map { $_->[3] } rows($browser)), '', 'and only its lines');
    $browser->key('Escape');
    is(shown($browser, '#focus'), '', 'Esc shows all again');
    $browser->go('#flame');
    $browser->value("document.querySelectorAll('#view .choice button')[1].click()");
    $y = $browser->value("document.querySelector('#view canvas').getBoundingClientRect().top");
    $browser->call('Input.dispatchMouseEvent', { type => 'mouseMoved', x => 40, y => $y + 29 });
    ok(shown($browser, '#view .status') =~ /^\S+::\S+ \S+ \(/, 'callers: ' . shown($browser, '#view .status'));
    $browser->go('#');
    return;
}

# Nothing is wider than the window.
sub try_widths {
    for my $hash ('#', '#subs', '#lines', '#files', '#flame', '#about', '#sub=main::work', '#file=a.pl:6', '#q=main') {
        $browser->go($hash);
        my ($is, $has) = @{ $browser->value('[document.documentElement.scrollWidth, innerWidth]') };
        ok($is <= $has, "$hash fits into $has pixels: $is");
    }
    return;
}

for my $width (1280, 390) {
    for my $dark (0, 1) {
        $browser->size($width, 900);
        $browser->dark($dark);
        $browser->open(url($page));
        try_widths();
    }
}
my @colours = map { $browser->dark($_); $browser->value('getComputedStyle(document.body).backgroundColor') } 0, 1;
ok($colours[0] ne $colours[1], "dark is another colour: @colours");
$browser->size(1280, 900);
$browser->dark(0);
$browser->open(url($page));
try_links();
try_keys();
try_sorting();
try_flames();
quiet($browser, $page);

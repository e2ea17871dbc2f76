# SPDX-License-Identifier: GPL-2.0-or-later
# Opens a page of a profile whose texts are HTML, and a page of changes to it: hostile.pl PAGE CHANGES

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Page;

my ($page, $changes) = @ARGV;
my $browser = Browser->new;
$browser->size(1280, 900);

# With links that are HTML, too.
sub try_links {
    my ($page) = @_;
    for my $hash ('', '#<img src=x onerror=hurt()>', '#sub=<script>hurt()</script>', '#q=</script>', '#file=javascript:hurt():1') {
        $browser->open(url($page) . $hash);
        ok($browser->value("typeof window.hurt === 'undefined' && !window.pwned"), "nothing ran: $hash");
        is(join(' ', $browser->errors), '', "no error: $hash");
    }
    return;
}

sub try_page {
    is($browser->value('[...document.querySelectorAll("img, iframe, object, embed, base, form, link, [onclick], [onerror], [onmouseover], [style*=url]")].length'), 0, 'nothing but the page of ours');
    is($browser->value('[...document.scripts].length'), 2, 'no script but ours');
    is($browser->value('[...document.links].filter(a => !a.getAttribute("href").startsWith("#")).length'), 0, 'all links stay in the page');
    ok(!$browser->value('window.pwned'), 'nothing ran');
    return;
}

sub try_changes {
    try_links($changes);
    $browser->open(url($changes));
    my $name = 'main::"><img src=x onerror="window.pwned=1">';
    ok((grep { $_->[-1] eq $name } rows($browser)), "as text: $name");
    $browser->value("[...document.querySelectorAll('.name')].find(a => a.title === @{[Mojo::JSON::encode_json($name)]}).click()");
    ok(shown($browser, '#focus') =~ /\Q$name\E/, 'its link chooses it');
    ok(shown($browser, '#overview') =~ m{"><script>window\.pwned=1<\.out}, 'the name of a file is text');
    ok(shown($browser, '#lines') =~ m{<img src=x onerror=alert}, 'so is source');
    try_page();
    return;
}

try_changes();
try_links($page);
$browser->open(url($page));
$browser->go('#subs');
my @names = map { $_->[4] } rows($browser);
for my $name ('main::</title><script>window.pwned=1</script>&amp;', 'main::"><img src=x onerror="window.pwned=1">', 'main::javascript:window.pwned=1') {
    ok((grep { $_ eq $name } @names), "as text: $name");
    $browser->value("[...document.querySelectorAll('.name')].find(a => a.title === @{[Mojo::JSON::encode_json($name)]}).click()");
    is(shown($browser, '#view h1'), $name, 'its link leads to it');
    $browser->go('#subs');
}
$browser->go('#file=h.pl:1');
ok(shown($browser, '.source') =~ m{</script><script>window\.pwned = 1</script>}, 'source is text');
ok(shown($browser, '.source') =~ m{<!--<script>}, 'so is what would begin a comment');
$browser->go('#q=pwned');
ok(shown($browser, '#view') =~ /onerror=/, 'so is what is found');
$browser->go('#about');
try_page();
# What the policy is for: even with a hole, nothing would run and nothing be sent.
$browser->value("(() => { const s = document.createElement('a'); try { s.setAttribute('onclick', 'window.pwned = 2') } catch { } document.body.append(s); s.click() })()");
is($browser->value('window.pwned === 2 ? 1 : 0'), 0, 'a handler in an attribute does not run');
is($browser->value("(() => { try { document.body.innerHTML = '<b>x</b>'; return 'set' } catch { return 'refused' } })()"), 'refused', 'text cannot become HTML');
is($browser->value("fetch('data:text/plain,x').then(() => 'sent', () => 'refused')"), 'refused', 'nothing can be loaded');
is(join(' ', grep { $_ ne url($page) && $_ ne url($changes) } map { s/#.*//r } $browser->requests), '', 'no request');

# SPDX-License-Identifier: GPL-2.0-or-later
# How long a page takes until it answers, and a search: large.pl PAGE CHANGES.  The best of a few, as other work runs on the machine.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use List::Util 'min';
use Page;

my ($page, $changes) = @ARGV;
my $browser = Browser->new;
$browser->size(1280, 900);

sub try_ready {
    my ($page) = @_;
    my $ready = min map { $browser->open(url($page)) } 1 .. 5;
    ok($ready <= 1, "ready in $ready s");
    return;
}

# From the key to the frame that shows the answer.
sub search {
    my ($word) = @_;
    return $browser->value(<<"JS");
        new Promise(done => {
            const field = document.getElementById('search'), begin = performance.now();
            field.value = '$word';
            field.dispatchEvent(new Event('input'));
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
        })
JS
}

# Another search comes before each, so that none finds its answer there.
sub try_search {
    my ($word) = @_;
    my $ms = min map { search(' '); search($word) } 1 .. 5;
    ok($ms <= 100, "$word is answered in $ms ms");
    return;
}

try_ready($changes);
for my $word (qw(find e PPI::Token return)) {
    try_search($word);
    ok((grep { /\Q$word\E/i } map { $_->[-1] } rows($browser)), 'with subs') if $word ne 'return';
}
quiet($browser, $changes);

try_ready($page);
for my $word (qw(find e PPI::Token return)) {
    try_search($word);
    ok(shown($browser, '#view') =~ /line.* of source/, 'with lines of source');
}
for my $hash ('#subs', '#lines', '#files', '#flame', '#file=PPI/Element.pm:336', '#file=Perl/Tidy/Formatter.pm:9000') {
    my $ms = min map { $browser->go('#'); my $begin = $browser->value('performance.now()'); $browser->go($hash); $browser->value('performance.now()') - $begin } 1 .. 3;
    ok($ms <= 500, "$hash is there in $ms ms");
}
quiet($browser, $page);

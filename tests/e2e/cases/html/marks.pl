# SPDX-License-Identifier: GPL-2.0-or-later
# The marks of a page are those of the terminal: marks.pl PAGE TEXT-OF-THE-TERMINAL; --source a.pl is in it, too.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Page;

my ($page, $text) = @ARGV;
my (%sub, %line, %source, $part);

sub mark { return join '', map { /^~/ ? '~' : '.' } @_ }

open my $in, '<', $text or die "$text: $!\n";
while (<$in>) {
    if    (/^(Subs|Lines|Files) by/) { $part = $1 }
    elsif (/ line  source$/)         { $part = 'source' }
    next if !$part || !/^ +[\d.]+[kMGT]? +\S+ +\S/;
    my @row = split ' ';
    if    ($part eq 'Subs')   { $sub{ $row[6] } = mark(@row[ 1, 3 ]) }
    elsif ($part eq 'Lines')  { $line{$1} = mark($row[1]) if /^ +\S+ +\S+ +\S+ +\S+  (.*?:\d+)(?:  |$)/ }
    elsif ($part eq 'source') { $source{$1} = mark($row[1]) if /^ +\S+ +\S+ +(?:\S+ +)?\S+ +(\d+)  / }
}

sub compare {
    my ($what, $is, $should) = @_;
    is(join(', ', map { "$_ $is->{$_}" } sort keys %$is), join(', ', map { "$_ $should->{$_}" } sort keys %$should), $what);
    ok((grep { /$_/ } values %$is), "$what: some are \"$_\"") for '\.', '~';
    return;
}

my $browser = Browser->new;
$browser->open(url($page));
ok(shown($browser, '.facts') =~ /~ marks a time below the error of its probes/, 'the overview says what it means');
$browser->go('#subs');
compare('subs', { map { $_->[-1] => mark(@$_[ 0, 1 ]) } rows($browser) }, \%sub);
$browser->go('#lines');
compare('lines', { map { $_->[-1] => mark($_->[0]) } rows($browser) }, \%line);
$browser->go('#file=a.pl:4');
my @lines = @{ $browser->value("[...document.querySelectorAll('#view .line .time')].map(e => [e.parentNode.id.slice(1), e.innerText])") };
compare('source', { map { $_->[0] => mark($_->[1]) } @lines }, \%source);
is($browser->value("[...document.querySelectorAll('#view .line .time')].filter(e => e.scrollWidth > e.clientWidth).length"), 0, 'none is cut');
ok(shown($browser, '#L4 .note.head') =~ /main::work .*, ~[\d.]+[mu]s, own ~[\d.]+[mu]s/, 'the head of a sub: ' . shown($browser, '#L4 .note.head'));
ok($browser->value("document.querySelector('#L4 .time [title]').title") =~ /prices of its probes/, 'and each tells what it means');
$browser->go('#sub=main::work');
ok(shown($browser, '.figures') =~ /inclusive ~[\d.]+[mu]s .*, exclusive ~/, 'a sub: ' . shown($browser, '.figures'));
quiet($browser, $page);

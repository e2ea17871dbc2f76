# SPDX-License-Identifier: GPL-2.0-or-later
# The colours of a.pl on a page are those of the terminal: heat.pl PAGE TEXT-OF-THE-TERMINAL

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Page;

my ($page, $text) = @ARGV;
my %level = ('' => 0, '33' => 1, '31' => 2, '1;31' => 3);
my $cell = qr/(?:\e\[([\d;]+)m)?\s+\S+?(?:\e\[0?m)?/;
my %terminal;
open my $in, '<', $text or die "$text: $!\n";
while (<$in>) {
    # Count, time, percent, each and number of a line.
    next if !/^ +[\d.]+[kMGT]?$cell +[\d.]+$cell +(\d+)  /;
    $terminal{$3} = "$level{ $1 // '' } $level{ $2 // '' }";
}

my $browser = Browser->new;
$browser->open(url($page));
$browser->go('#file=a.pl:6');
my %shown = map { @$_ } @{ $browser->value(<<'JS') };
[...document.querySelectorAll('#view .line')].filter(l => l.id && l.querySelector('.time')).map(l => [l.id.slice(1),
	['time', 'each'].map(c => { const m = /heat(\d)/.exec(l.querySelector('.' + c).className); return m ? m[1] : 0; }).join(' ')])
JS
ok(keys %terminal > 5, keys(%terminal) . ' lines on the terminal');
ok((grep { !/^0/ } values %terminal), 'some have a colour');
is(join(', ', map { "$_: $shown{$_}" } sort { $a <=> $b } keys %shown), join(', ', map { "$_: $terminal{$_}" } sort { $a <=> $b } keys %terminal), 'levels of time and each');
quiet($browser, $page);

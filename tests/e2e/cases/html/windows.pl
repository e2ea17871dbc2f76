# SPDX-License-Identifier: GPL-2.0-or-later
# The estimates of a page are those of the terminal: windows.pl PAGE TEXT-OF-THE-TERMINAL

use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Page;

my ($page, $text) = @ARGV;
my (%sub, %line, $part);

# As the terminal has it: three digits and a unit.
sub short {
    my ($cnt) = @_;
    return $cnt if $cnt < 1000;
    return sprintf '%.*f%s', $cnt < 9995 ? 2 : $cnt < 99950 ? 1 : 0, $cnt / 1000, 'k';
}

# A cell of a page: its number and its error.
sub both {
    my ($cell) = @_;
    my ($number, $error) = $cell =~ /^([^±]*)±(\S*)$/ or return $cell =~ s/\x{202f}//gr;
    $number =~ s/\x{202f}//g;
    return ($number =~ /^\d+$/ ? short($number) : $number) . ' ' . $error =~ s/≥/>=/r;
}

# The same of the terminal, which has a dash for no error.
sub pair { return $_[1] eq '-' ? $_[0] : "@_" }

open my $in, '<', $text or die "$text: $!\n";
while (<$in>) {
    $part = $1 if /^(Subs|Lines|Files) by/;
    my @row = split ' ';
    next if !$part || @row < 8 || $row[1] !~ /%$/;
    $sub{ $row[9] } = join ', ', pair(@row[ 2, 4 ]), pair(@row[ 5, 7 ]), pair(@row[ 0, 1 ]) if $part eq 'Subs';
    $line{ $row[6] } = join ', ', pair(@row[ 2, 4 ]), pair(@row[ 0, 1 ]) if $part eq 'Lines';
}

sub compare {
    my ($what, $is, $should) = @_;
    is(join("\n", map { "$_ $is->{$_}" } sort keys %$is), join("\n", map { "$_ $should->{$_}" } sort keys %$should), $what);
    ok((grep { /%/ } values %$is), "$what: some have an error");
    return;
}

my $browser = Browser->new;
$browser->open(url($page));
ok(shown($browser, '.warning') =~ /^Recorded in \d+ short windows\. /, 'a warning says what the numbers are: ' . shown($browser, '.warning'));
ok(shown($browser, '.mode.estimate') =~ /^burst, \d+ short windows: estimates$/, 'the mode: ' . shown($browser, '.mode'));
is(shown($browser, '.brand'), 'a.pl', 'the title has no mode');
$browser->go('#subs');
compare('subs', { map { $_->[-1] => join ', ', map { both($_) } @$_[ 0 .. 2 ] } rows($browser) }, \%sub);
$browser->go('#lines');
compare('lines', { map { $_->[-1] => join ', ', map { both($_) } @$_[ 0, 1 ] } rows($browser) }, \%line);
$browser->go('#sub=main::words');
ok(shown($browser, '.figures') =~ /^[\d\x{202f}]+ calls±[\d.]+%, inclusive [\d.]+m?s±[\d.]+% \([\d.]+%\), exclusive [\d.]+m?s±[\d.]+%$/, 'a sub: ' . shown($browser, '.figures'));
is(shown($browser, '#view caption'), "Callers, in windows\nCallees, in windows\nIts lines", 'what has no estimates says so');
$browser->go('#file=a.pl:4');
ok(shown($browser, '.remark') =~ /^All numbers here are those of the windows\.$/m, 'so does the source');
quiet($browser, $page);

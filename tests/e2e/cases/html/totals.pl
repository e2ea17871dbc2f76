# SPDX-License-Identifier: GPL-2.0-or-later
# The numbers of a page are those of the stock reader: totals.pl PAGE TEXT-OF-PROFILE

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Page;

my ($page, $text) = @ARGV;
my (%sub, %line, %file, $stmts, $calls);
open my $in, '<', $text or die "$text: $!\n";
while (<$in>) {
    if (/^sub (.*) (\d+) (\S+) (\S+) lines \d+-\d+$/) { $sub{$1} = [ $2, $3, $4 ] if $2; $calls += $2 }
    elsif (/^line (.*):(\d+) (\d+) (\S+)$/)           { $line{"$1:$2"} = [ $3, $4 ]; $file{$1}[0] += $3; $file{$1}[1] += $4; $stmts += $3 }
}

# As a page shows it, in seconds; three digits of it matter.
sub seconds {
    my ($shown) = @_;
    my ($number, $unit) = $shown =~ /^~?([\d.]+)(s|ms|us)?$/ or return -1;
    return $number * { s => 1, ms => 1e-3, us => 1e-6 }->{ $unit // 's' };
}

sub close_to {
    my ($shown, $seconds) = @_;
    return abs(seconds($shown) - $seconds) <= 0.006 * $seconds + 6e-8;
}

sub number { return $_[0] =~ s/\D//gr }

my $browser = Browser->new;
$browser->size(1280, 900);
my $ready = $browser->open(url($page));
my %fact = map { split /\n/, $_, 2 } @{ $browser->value("[...document.querySelectorAll('.facts div')].map(d => d.children[0].textContent + '\\n' + d.children[1].textContent)") };
is(number($fact{ $fact{samples} ? 'samples' : 'statements' }), $stmts // 0, 'statements of the overview');
is(number($fact{calls}), $calls, 'calls of the overview') if defined $fact{calls};
is(number($fact{subs}), scalar(keys %sub), 'subs of the overview');

sub compare {
    my ($what, $truth, @rows) = @_;
    my @wrong;
    for my $row (@rows) {
        my ($name, $is) = @$row;
        my $should = delete $truth->{$name};
        push @wrong, "$name: " . join ' ', @$is, 'not', @{ $should || [] }
            if !$should || number($is->[0]) ne $should->[0] || grep { !close_to($is->[$_], $should->[$_]) } 1 .. $#$should;
    }
    is(join("\n", @wrong), '', "$what: " . @rows . ' rows');
    is(join(' ', sort keys %$truth), '', "$what: all are there");
    return;
}

$browser->go('#subs');
compare('subs', \%sub, map { [ $_->[-1], [ @$_[ 2, 1, 0 ] ] ] } rows($browser));
$browser->go('#lines');
compare('lines', \%line, map { [ $_->[-1], [ @$_[ 1, 0 ] ] ] } rows($browser)) if %line;
$browser->go('#files');
compare('files', \%file, map { [ $_->[-1], [ @$_[ 1, 0 ] ] ] } rows($browser)) if %file;
quiet($browser, $page);

#!/usr/bin/env perl
# A program to profile: makes the access log of a small shop, reads it, finds the visits in it, and
# prints what was looked at most.  Something in it is slower than it has to be.
#
#     perl docs/sample/weblog.pl [LINES [FILTER]]
#
# FILTER is a Perl expression over $hit, such as '$hit->{status} < 400'.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Weblog::Parser;
use Weblog::Report;
use Weblog::Visits;

my ($lines, $filter) = @ARGV;
$lines  //= 6000;
$filter //= '$hit->{status} < 400 && $hit->{path} !~ /robots/';

my $wanted = eval "sub { my \$hit = shift; $filter }" or die "FILTER: $@";
my $parser = Weblog::Parser->new;
my $visits = Weblog::Visits->new(gap => 1800);
my $report = Weblog::Report->new;

for my $line (make_log($lines)) {
    my $hit = $parser->parse($line) or next;
    next unless $wanted->($hit);
    $visits->add($hit);
    $report->add($hit);
}
$report->print($visits);
printf "%d lines could not be read\n", $parser->bad;

# The same log every time.
sub make_log {
    my $cnt  = shift;
    my $seed = 42;
    my @paths = ('/', '/cart', '/search?q=tea+pot', '/robots.txt', map {"/item/$_"} 1 .. 60);
    my @log;
    for my $i (1 .. $cnt) {
        $seed = ($seed * 1103515245 + 12345) % 2**31;
        my $host = sprintf '10.0.%d.%d', $seed / 7 % 3, $seed / 64 % 120;
        my $path = $paths[ ($seed >> 9) % @paths ];
        push @log, sprintf '%s - - [%d] "GET %s HTTP/1.1" %d %d', $host, 1_600_000_000 + 3 * $i, $path,
            $seed % 37 ? 200 : 404, 200 + ($seed >> 16) % 9000;
        push @log, 'a line that is no hit' if $i % 500 == 0;
    }
    return @log;
}

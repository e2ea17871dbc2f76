# Source filters, made here: one that changes lines, one that takes the rest at once; with their calls.
# oracle-rule: filtered-source source_filter.pl
use strict;
use warnings;

BEGIN {
    package Swap;
    require Filter::Util::Call;
    Filter::Util::Call->import;
    $INC{'Swap.pm'} = __FILE__;
    our $lines = 0;
    sub change { my $line = shift; $line =~ s/HELLO/"hello"/g; return $line }
    sub import {
        my ($class, @args) = @_;
        filter_add(sub {
            my $status = filter_read();
            if ($status > 0) { $lines++; $_ = change($_) }
            filter_del() if /^# done/;
            return $status;
        });
    }
}
sub greet { return "<@_>" }
use Swap;
print greet(HELLO), "\n";
sub inside { my $x = HELLO; return greet($x) }
print inside(), "\n";
# done
print greet('HELLO'), $Swap::lines, "\n";

#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Profiles that were made of the beginning of another one: does the stock reader take each without a
# word, are its statements the first ones of the whole, and has no sub more calls?
#
#   prefix.pl WHOLE FILE...     a line for each: its name, statements and calls

use strict;
use warnings;
use Devel::NYTProf::Data;

# Calls a sub with the place of each statement that counts, in the order of the file.
sub statements {
    my ($file, $each) = @_;
    my (%name, $discount);
    my $stmt = sub { $each->("$name{$_[2]}:$_[3]") if !$discount; $discount = 0 };
    Devel::NYTProf::Data->new({
        filename => $file,
        quiet    => 1,
        callback => {
            NEW_FID    => sub { $name{ $_[1] } = $_[7] },
            TIME_LINE  => $stmt,
            TIME_BLOCK => $stmt,
            DISCOUNT   => sub { $discount = 1 },
        },
    });
    return;
}

sub calls {
    my ($file) = @_;
    my $data = Devel::NYTProf::Data->new({ filename => $file, quiet => 1 });
    my $subs = $data->subname_subinfo_map;
    return { map { $_ => $subs->{$_}->calls // 0 } keys %$subs };
}

my ($whole, @files) = @ARGV;
my (@order, %place, $status);
statements($whole, sub { push @order, $place{ $_[0] } //= $_[0] });
my $all = calls($whole);
for my $file (@files) {
    my (%count, $stmts, $wrong, $calls);
    local $SIG{__WARN__} = sub { $wrong .= "warns: $_[0]" };
    $calls = calls($file);
    statements($file, sub { $count{ $_[0] }++; $stmts++ });
    $stmts //= 0;
    $wrong .= "$stmts statements, of @{[ scalar @order ]}\n" if $stmts > @order;
    $count{$_}-- for @order[ 0 .. $stmts - 1 ];
    $wrong .= "$_: $count{$_} more than in the whole\n" for grep { $count{$_} } keys %count;
    $wrong .= "$_: $calls->{$_} calls\n" for grep { $calls->{$_} > ($all->{$_} // 0) } keys %$calls;
    my $sum = 0;
    $sum += $_ for values %$calls;
    print "$file $stmts $sum\n", $wrong // '';
    $status ||= defined $wrong;
}
exit($status ? 1 : 0);

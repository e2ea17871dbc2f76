#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Prints what a profile says, as the stock Devel::NYTProf::Data reads it.

use strict;
use warnings;
use Devel::NYTProf::Data;

my $file = shift;
my $data = Devel::NYTProf::Data->new({ filename => $file, quiet => 1, skip_collapse_evals => 1 });
for my $fi ($data->all_fileinfos) {
    my $lines = $fi->line_time_data or next;
    for my $line (0 .. $#$lines) {
        my $l = $lines->[$line] or next;
        printf "line %s:%d %d %.7f\n", $fi->filename, $line, $l->[1], $l->[0];
    }
    printf "source %s %d\n", $fi->filename, scalar @{ $fi->srclines_array || [] } if $fi->srclines_array;
}
my $subs = $data->subname_subinfo_map;
for my $name (sort keys %$subs) {
    my $s = $subs->{$name};
    printf "sub %s %d %.7f %.7f lines %d-%d\n", $name, $s->calls, $s->incl_time, $s->excl_time,
        $s->first_line, $s->last_line;
}
my $attributes = $data->attributes;
print "attr $_ $attributes->{$_}\n" for sort keys %$attributes;
my %fid;
Devel::NYTProf::Data->new({
    filename => $file,
    quiet    => 1,
    callback => {
        COMMENT     => sub { print "attr $1 $2\n" if $_[1] =~ /^ (agent_\w+)=(.*)/ },
        NEW_FID     => sub { $fid{ $_[1] } = $_[-1] },
        SUB_CALLERS => sub {
            my (undef, $fid, $line, $count, $incl, undef, undef, undef, $callee, $caller) = @_;
            print "call $fid{$fid}:$line $caller $callee $count $incl\n" if $fid;
        },
        SRC_LINE => sub { my (undef, $fid, $line, $text) = @_; chomp $text; print "src $fid{$fid}:$line $text\n" },
    },
});

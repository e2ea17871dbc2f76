#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# profile.pl PROFILE SCRIPT: prints times of a profile in seconds, for accuracy.pl:
#
#   sum         all statements
#   line N      each execution of line N of the script
#   sub NAME    each call, inclusive
#   hits        of probes, if the agent has made the profile
use strict;
use warnings;
use Devel::NYTProf::Data;

my ($file, $script) = @ARGV;
my $data = Devel::NYTProf::Data->new({ filename => $file, quiet => 1 });
my $sum = 0;
for my $fi ($data->all_fileinfos) {
    my $lines = $fi->line_time_data or next;
    for my $line (grep { $lines->[$_] } 0 .. $#$lines) {
        my ($time, $count) = @{ $lines->[$line] };
        $sum += $time;
        print "line $line\t", $time / $count, "\n" if $fi->filename eq $script && $count;
    }
}
print "sum\t$sum\n";
my $subs = $data->subname_subinfo_map;
for my $name (sort keys %$subs) {
    my $sub = $subs->{$name};
    print "sub $name\t", $sub->incl_time / $sub->calls, "\n" if $sub->calls;
}
# The second line of the agent's profiles is a comment, which the reader does not keep.
open my $fh, '<:raw', $file or die "$file: $!";
<$fh>;
print "hits\t$1\n" if <$fh> =~ /(\d+) probe hits/;

# SPDX-License-Identifier: GPL-2.0-or-later
# JSON in perl: short statements without end.
use strict;
use warnings;
use JSON::PP;
use Parts;

my $json = JSON::PP->new->canonical;
my $data = { map { ("key $_" => { id => $_, list => [ 1 .. 8 ], text => "a \"quoted\" text, $_" }) } 1 .. 30 };
my $text = $json->encode($data);

sub encode    { $json->encode($data) for 1 .. 2; return }
sub decode    { $json->decode($text) for 1 .. 2; return }
sub flatten   { my @all = map { my $one = $data->{$_}; map {"$_=$one->{$_}"} sort keys %$one } sort keys %$data for 1 .. 15; return }

part('encode',  1);
part('decode',  1);
part('flatten', 2);
run_parts();

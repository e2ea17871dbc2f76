# SPDX-License-Identifier: GPL-2.0-or-later
# XSUBs: the time is in C.
use strict;
use warnings;
use Digest::SHA qw(sha256_hex sha512_hex);
use Encode qw(decode encode);
use List::Util qw(first reduce sum);
use MIME::Base64 qw(encode_base64);
use Parts;

my $text = join ' ', map {"caf\xc3\xa9 number $_"} 1 .. 3000;

sub digest  { return sha256_hex($text) . sha512_hex($text) }
sub recode  { return length encode('UTF-16', decode('UTF-8', $text)) }
# Each list is freed by the statement behind it.
sub folded  { my $max = reduce { $a > $b ? $a : $b } 1 .. 8000; my $sum = sum(1 .. 8000); my $found = first { $_ > 7000 } 1 .. 8000; return $max + $sum + $found }
sub base64  { my $cnt = 0; $cnt += length encode_base64($text) for 1 .. 20; return $cnt }

part('digest', 3);
part('recode', 1);
part('folded', 1);
part('base64', 1);
run_parts();

# Encode and JSON::PP: XSUBs and Perl that work on text; hooks of both; errors in them.
use strict;
use warnings;
use Encode qw(encode decode FB_CROAK);
use JSON::PP;

package Point { sub new { bless { x => $_[1], y => $_[2] }, $_[0] } sub TO_JSON { my $s = shift; return [ map { main::scaled($s->{$_}) } qw(x y) ] } }
package main;

sub scaled { return $_[0] * 10 }
sub roundtrip { my ($enc, $text) = @_; return decode($enc, encode($enc, $text)) eq $text ? 'same' : 'different' }

print join(' ', map { roundtrip($_, "caf\x{e9}") } qw(UTF-8 iso-8859-1 UTF-16LE)), "\n";
print eval { decode('UTF-8', "\xff\xfe", FB_CROAK); 1 } ? 'valid' : 'invalid', ' ', length encode('UTF-8', "\x{263a}"), "\n";
print encode('ascii', "a\x{e9}b", sub { my $c = shift; sprintf '<%x>', scaled($c) }), "\n";
my $json = JSON::PP->new->canonical->convert_blessed;
my $text = $json->encode({ list => [ 1, 'two', undef ], nested => { t => JSON::PP::true }, point => Point->new(1, 2) });
print "$text\n";
my $back = $json->decode($text);
print join(',', map { $_ // 'null' } @{ $back->{list} }), ' ', $back->{nested}{t} ? 'true' : 'false', " $back->{point}[1]\n";
print eval { $json->decode('{"a":'); 1 } ? 'parsed' : 'malformed', "\n";
my $sorted = JSON::PP->new->sort_by(sub { length $JSON::PP::a <=> length $JSON::PP::b })->encode({ aaa => 1, b => 2, cc => 3 });
print "$sorted\n";
my $filtered = JSON::PP->new->filter_json_object(sub { my $h = shift; return { map { $_ => scaled($h->{$_}) } keys %$h } })->decode('{"a":1,"b":2}');
print join(',', map { "$_$filtered->{$_}" } sort keys %$filtered), "\n";

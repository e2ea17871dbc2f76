# File::Temp, and C functions and builtins that die inside evals, again and again at the same place.
use strict;
use warnings;
use Cpanel::JSON::XS;
use Encode ();
use File::Temp qw(tempfile tempdir unlink0);
use List::Util qw(reduce first);
use Scalar::Util qw(weaken);
use Storable ();

my $dir = tempdir(CLEANUP => 1);
for my $n (1 .. 3) {
    my ($fh, $name) = tempfile("file.$n.XXXXXX", DIR => $dir, SUFFIX => '.txt');
    print {$fh} "line $n\n";
    close $fh;
    my $object = File::Temp->new(DIR => $dir, TEMPLATE => 'object.XXXXX', UNLINK => $n % 2);
    print {$object} 'x' x $n;
    $object->flush;
    print -s $name, ' ', -s "$object", ' ', $object->unlink_on_destroy, "\n";
    my $below = File::Temp->newdir(DIR => $dir);
    print -d $below ? 'below' : 'missing', "\n";
}
print eval { tempfile('short.X', DIR => $dir); 1 } ? 'made' : $@ =~ /(must end)/, "\n";
print eval { tempfile('t.XXXXXX', DIR => "$dir/missing"); 1 } ? 'made' : 'no directory', "\n";

sub parsed { my ($text) = @_; return eval { decode_json($text) } ? 'parsed' : 'malformed' }
sub tried { my ($what, $do) = @_; return eval { $do->(); 1 } ? "$what fine" : "$what died" }
print join(' ', map { parsed($_) } '{', '[1]', '[', '{"a":1}', '', '[,]'), "\n";
for my $round (1 .. 3) {
    print tried(decode => sub { Encode::decode('UTF-8', "\xff", Encode::FB_CROAK) }), ', ',
        tried(thaw => sub { Storable::thaw("pst0\x04\x0b\x0812345678\x04\x08\x08\x08\x7f") or die }), ', ',
        tried(encode => sub { encode_json(bless {}, 'Nothing') }), ', ',
        tried(weaken => sub { weaken(my $x = 1) }), ', ',
        tried(first => sub { first { die "in the block\n" if $_ == 2; 0 } 1 .. 3 }), ', ',
        tried(sprintf => sub { use warnings FATAL => 'all'; sprintf '%z', $round }), "\n";
    print eval { decode_json('{') } // 'one', ' ', eval { decode_json("[$round]")->[0] } // 'none', ' ',
        eval { reduce { $a + decode_json($b) } 1, '[', 2 } // 'reduced', "\n";
}
my $nested = eval { eval { decode_json('[') }; my $first = $@ ? 'inner' : 'none'; decode_json('{'); $first } || 'outer';
print "$nested ", eval { local $SIG{__DIE__} = sub { print 'dying, ' }; decode_json('x') } // 'caught', "\n";
print eval { seek($dir, 0, 0); opendir my $dh, "$dir/none" or die "none\n"; readdir $dh } // 'no handle', ' ', eval { open my $fh, '<:nonsense', $0 or die "no\n"; 1 } // 'no layer', "\n";

# Is the stack of "dump --json" that which Carp::longmess has said?  compare.pl LONGMESS JSON THREAD
use strict;
use warnings;
use JSON::PP 'decode_json';

sub slurp { my ($name) = @_; open my $f, '<:raw', $name or die "$name: $!\n"; local $/; return scalar <$f> }

my ($said, $dump, $index) = @ARGV;
my @carp;
my $text = slurp($said) =~ s/^ready\n.*//msr;
$text =~ s/^\teval '(?:[^\\']|\\.)*'(?:\.\.\.)?/\teval TEXT/msg;
for (split /\n/, $text) {
    s/ thread \d+(?=\.?$)//;
    s/(?<= line )(\d+)[.,].*$/$1/;
    if (/^ at (.*) line (\d+)$/) { push @carp, "at $1:$2" }
    elsif (/^\t(.*) called at (.*) line (\d+)$/s) {
        my ($name, $file, $line) = ($1, $2, $3);
        $name =~ s/\(.*\)$//s if $name !~ /^eval /;
        push @carp, "$name called at $file:$line";
    }
    else { die "what does this line say? $_\n" }
}

my $json = decode_json(slurp($dump));
my ($interp) = grep { @{ $_->{frames} } && ($_->{frames}[0]{sub} // '') eq 'main::here' } @{ $json->{interpreters} };
die "no interpreter is in here(): ", slurp($dump), "\n" if !$interp;
my @frames = @{ $interp->{frames} };
my %name   = (
    sub       => sub { $_[0]{sub} },
    format    => sub { 'eval {...}' },
    eval      => sub { 'eval {...}' },
    eval_text => sub { 'eval TEXT' },
    require   => sub { "require $_[0]{text}" },
    main      => sub { 'main' },
);
my @ours;
for my $i (1 .. $#frames) {
    my $at = "$frames[$i]{file}:$frames[$i]{line}";
    push @ours, $i == 1 ? "at $at" : $name{ $frames[ $i - 1 ]{kind} }->($frames[ $i - 1 ]) . " called at $at";
}
utf8::encode($_) for @ours;
for my $i (0 .. ($#carp > $#ours ? $#carp : $#ours)) {
    my ($carp, $ours) = ($carp[$i] // 'nothing', $ours[$i] // 'nothing');
    next if $carp eq $ours;
    print "$i: Carp: $carp\n$i: dump: $ours\n";
    exit 1;
}
die "no frames\n" if !@ours;

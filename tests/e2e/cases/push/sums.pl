# What is in requests, by the bytes of their messages: sums.pl pyroscope|otlp FILE...
# Prints the sum of each value, by its type and the name of the innermost frame: TYPE NAME SUM. LABEL=NAME=TEXT
# leaves out other series of Pyroscope.
use strict;
use warnings;
use IO::Uncompress::Gunzip qw(gunzip $GunzipError);

sub varint {
    my ($text) = @_;
    my ($n, $shift) = (0, 0);
    while (1) {
        my $byte = ord substr $$text, 0, 1, '';
        $n |= ($byte & 127) << $shift;
        return $n if $byte < 128;
        $shift += 7;
    }
}

# The fields of a message, by number: lists of numbers or bytes.
sub fields {
    my ($text) = @_;
    my %fields;
    while (length $text) {
        my $tag = varint(\$text);
        my $kind = $tag & 7;
        push @{ $fields{ $tag >> 3 } },
            $kind == 0 ? varint(\$text) : $kind == 1 ? substr($text, 0, 8, '') : $kind == 2 ? substr($text, 0, varint(\$text), '') : die "kind $kind\n";
    }
    return \%fields;
}

# Repeated numbers: in one field, or each in its own. Bytes may look like digits: 48 is "0".
sub numbers {
    my @all;
    for my $one (@_) {
        if (($one ^ $one) eq '0') { push @all, $one; next }    # a number, no bytes
        my $rest = $one;
        push @all, varint(\$rest) while length $rest;
    }
    return @all;
}

sub unpacked {
    my ($bytes) = @_;
    gunzip(\$bytes => \my $text) or die "$GunzipError\n";
    return $text;
}

sub slurp {
    my ($file) = @_;
    open my $in, '<:raw', $file or die "$file: $!\n";
    local $/ = undef;
    return scalar <$in>;
}

# One that was taken may come again, if the answer did not reach the agent: it has the same id.
my (%sum, %seen);

sub add_pprof {
    my $p = fields(unpacked($_[0]));
    my @strings = @{ $p->{6} };
    my @types = map { $strings[ fields($_)->{1}[0] // 0 ] } @{ $p->{1} };
    my %name = map { my $f = fields($_); ($f->{1}[0] => $strings[ $f->{2}[0] // 0 ]) } @{ $p->{5} // [] };
    my %function = map { my $f = fields($_); ($f->{1}[0] => fields($f->{4}[0])->{1}[0]) } @{ $p->{4} // [] };
    for my $sample (map { fields($_) } @{ $p->{2} // [] }) {
        my ($leaf) = numbers(@{ $sample->{1} });
        my @values = numbers(@{ $sample->{2} });
        $sum{$types[$_]}{ $name{ $function{$leaf} } } += $values[$_] for 0 .. $#types;
    }
    return;
}

sub add_push {
    for my $series (map { fields($_) } @{ fields($_[0])->{1} }) {
        my @labels = map { my $l = fields($_); "$l->{1}[0]=$l->{2}[0]" } @{ $series->{1} };
        next if $ENV{LABEL} && !grep { $_ eq $ENV{LABEL} } @labels;
        for my $sample (map { fields($_) } @{ $series->{2} }) {
            add_pprof($sample->{1}[0]) if !$seen{ $sample->{2}[0] }++;
        }
    }
    return;
}

sub add_export {
    my $r = fields(unpacked($_[0]));
    my $d = fields($r->{2}[0]);
    my @strings = @{ $d->{5} };
    my @names = map { $strings[ fields($_)->{1}[0] // 0 ] } @{ $d->{3} };
    my @locations = map { my $line = fields($_)->{3}[0]; defined $line ? $names[ fields($line)->{1}[0] // 0 ] : '' } @{ $d->{2} };
    my @leaves = map { my ($leaf) = numbers(@{ fields($_)->{1} // [] }); defined $leaf ? $locations[$leaf] : '' } @{ $d->{7} };
    die "element 0 is not the zero value\n" if $strings[0] ne '' || $names[0] ne '' || $locations[0] ne '' || $leaves[0] ne '';
    for my $scope (map { fields($_) } map { @{ fields($_)->{2} } } @{ $r->{1} }) {
        for my $profile (map { fields($_) } @{ $scope->{2} }) {
            next if $seen{ $profile->{7}[0] }++;
            my $type = $strings[ fields($profile->{1}[0])->{1}[0] // 0 ];
            for my $sample (map { fields($_) } @{ $profile->{2} // [] }) {
                $sum{$type}{ $leaves[ $sample->{1}[0] // 0 ] } += $_ for numbers(@{ $sample->{4} });
            }
        }
    }
    return;
}

my $add = shift eq 'otlp' ? \&add_export : \&add_push;
$add->(slurp($_)) for @ARGV;
for my $type (sort keys %sum) {
    print "$type $_ $sum{$type}{$_}\n" for sort keys %{ $sum{$type} };
}

# __DATA__ of the script, read in a loop and again from the start; of a package in a string: none.
use strict;
use warnings;

my %handlers = (
    set  => sub { my ($k, $v) = @_; return "$k is $v" },
    list => sub { return join '+', @_ },
    code => sub { return eval "@_" },
);
sub handle { my ($cmd, @args) = split ' ', shift; my $h = $handlers{$cmd} or return unknown($cmd); return $h->(@args) }
sub unknown { return "unknown $_[0]" }

my $start = tell DATA;
while (my $line = <DATA>) {
    chomp $line;
    next if $line =~ /^#/ or !length $line;
    last if $line eq 'stop';
    print $., ' ', handle($line), "\n";
}
my $rest = do { local $/; <DATA> };
print length $rest, eof DATA ? " at the end\n" : " more\n";
seek DATA, $start, 0;
my @commands = grep { /^set/ } <DATA>;
print scalar(@commands), ' ', handle($commands[-1]), "\n";
close DATA;
__DATA__
# commands
set name value

list 1 2 3
jump high
code 2 + 3
set other thing
stop
print "not code\n";

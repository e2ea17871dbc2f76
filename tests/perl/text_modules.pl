# Modules that work on text: wrapping, quoting, options, abbreviations, times, tabs, pods' usage.
use strict;
use warnings;
use Getopt::Long qw(GetOptionsFromArray);
use Text::Abbrev;
use Text::Balanced qw(extract_bracketed);
use Text::ParseWords;
use Text::Tabs;
use Text::Wrap;
use Time::Local;

sub seen { my ($name, $value) = @_; our %seen; $seen{$name} = $value; return }
$Text::Wrap::columns = 30;
print wrap('', '  ', 'some words that are to be wrapped into lines of thirty characters'), "\n";
print join('|', shellwords(q{a "b c" d\ e 'f g'})), ' ', join('|', quotewords(',', 0, q{x,"y,z",w})), "\n";
my ($verbose, @list, %define) = (0);
my @args = qw(--verbose --list=a --list b -D k=v --size 3 rest --no-color);
GetOptionsFromArray(\@args, 'verbose+' => \$verbose, 'list=s' => \@list, 'D=s' => \%define, 'size=i' => \&seen, 'color!' => \&seen) or print "bad options\n";
our %seen;
print "$verbose @list $define{k} $seen{size} $seen{color} @args\n";
{ local $SIG{__WARN__} = sub { print 'warned ', $_[0] }; my @bad = '--unknown'; print GetOptionsFromArray(\@bad, 'known' => \my $k) ? 'fine' : 'refused', "\n" }
my %abbrev = abbrev(qw(list load));
print join(',', sort keys %abbrev), ' ', expand("a\tb"), ' ', (extract_bracketed('(a(b)c)d', '()'))[0], "\n";
print timegm(0, 0, 0, 1, 0, 2000), ' ', eval { timegm(0, 0, 0, 32, 0, 2000); 1 } ? 'valid' : 'invalid', ' ', join('-', (gmtime timegm(1, 2, 3, 4, 5, 2010))[ 3, 4, 5 ]), "\n";

# The subs of a profile that were called, with their lines: NAME FIRST-LAST CALLS
use strict;
use warnings;
use Devel::NYTProf::Data;

my $profile = Devel::NYTProf::Data->new({ filename => $ARGV[0], quiet => 1 });
my $subs    = $profile->subname_subinfo_map;
for my $name (sort keys %$subs) {
    my $sub = $subs->{$name};
    next if !$sub->calls || !$sub->first_line || $name =~ /::(?:BEGIN|RUNTIME|up)\b/;
    print "$name ", $sub->first_line, '-', $sub->last_line, ' ', $sub->calls, "\n";
}

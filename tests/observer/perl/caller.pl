# SPDX-License-Identifier: GPL-2.0-or-later
# caller() at every depth and from everywhere that perl calls subs.
use strict;
use warnings;

sub show {
    my $from = shift;
    for (my $depth = 0; my @frame = caller $depth; $depth++) {
        my @shown = map { defined() ? $_ : 'undef' } @frame[ 0 .. 7 ];
        print "$from $depth: @shown\n";
    }
    return 1;
}
sub nested { my $left = shift; return $left ? nested($left - 1) : show('nested') }
sub jump   { @_ = ('goto'); goto &show }
sub DESTROY { show('DESTROY') }

nested(4);
jump();
eval { show('eval block') };
eval q{#line 7 "made up.pl"
show('eval string')};
my @sorted = sort { show('sort'); 0 } 1, 2;
show('map') for map { show('in map'); $_ } 1;
{ my $object = bless [] }
local $SIG{__WARN__} = sub { show('warn') };
warn 'x';
eval { local $SIG{__DIE__} = sub { show('die') }; die 'x' };
local $SIG{USR1} = sub { show('signal') };
kill USR1 => $$;
(my $text = 'ab') =~ s/(b)/show('regex')/e;
print join(',', (caller)), "\n";

# local on scalars, hash elements, special variables; dynamic scope through calls.
use strict;
use warnings;

our $level = 0;
our %config = (mode => 'normal');
sub show { return "$level/$config{mode}" }
sub deeper { local $level = $level + 1; return $level < 3 ? deeper() : show() }
sub with_mode { local $config{mode} = shift; return show() }
sub slurp_like { local $/ = undef; local $_ = 'x'; return defined $/ ? 'def' : 'undef' }

print deeper(), ' ', show(), "\n";
print with_mode('special'), ' ', show(), "\n";
print slurp_like(), "\n";
for our $i (1 .. 2) { print inner_i(), "\n" }
sub inner_i { our $i; return $i // 'none' }

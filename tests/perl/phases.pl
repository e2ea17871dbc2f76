# BEGIN, UNITCHECK, CHECK, INIT and END, several of each, that call subs.
use strict;
use warnings;

sub note { print "$_[0] in ${^GLOBAL_PHASE}\n" }
BEGIN { *early = sub { print "early $_[0]\n" } }
BEGIN { early('begin 1') }
UNITCHECK { note('unitcheck') }
CHECK { note('check 1') }
CHECK { note('check 2') }
INIT { note('init 1') }
INIT { note('init 2') }
END { note('end 1') }
END { note('end 2'); $? = 0 }
BEGIN { early('begin 2'); early('again') }
note('main');

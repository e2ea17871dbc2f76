# Formats, written in a sub and at the top, whose lines call subs.
# oracle-rule: blocks-of-a-format format.pl
use strict;
use warnings;

our ($name, $value);
sub shown { return "<$_[0]>" }

format STDOUT_TOP =
Name       Value
----------------
.
format STDOUT =
@<<<<<<<<< @>>>>
shown($name), $value
.

sub report { ($name, $value) = @_; write; return }

report('one', 1);
report('two', 22);
($name, $value) = ('three', 333);
write;

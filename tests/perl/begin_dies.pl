# Errors while compiling: die in BEGIN, in a module, in import; a module that returns false.
use strict;
use warnings;

my %modules;
sub put { my ($name, $text) = @_; open my $fh, '>', "$name.pm" or die; print {$fh} $text; return close $fh }
sub tried { my $what = shift; my $e = $@; $e =~ s/ at .*//s; $e =~ s/\n.*//s; print "$what: ", $e || 'fine', "\n"; return }

BEGIN { unshift @INC, '.' }
put('False', "package False;\nsub f { 1 }\nf() - 1;\n");
put('Dies', "package Dies;\nsub why { return 'because' }\ndie why(), \"\\n\";\n");
put('Broken', "package Broken;\nsub ok { 1 }\nok(;\n");
put('NoImport', "package NoImport;\nsub import { die \"not wanted\\n\" }\n1;\n");
put('Nested', "package Nested;\nBEGIN { eval { require Dies }; our \$saw = \$@ }\nsub saw { return our \$saw }\n1;\n");
eval { require False };
tried('false');
eval { require Dies };
tried('dies');
eval { require Dies; 1 };
tried('dies again');
eval { require Broken };
tried('broken');
eval 'use NoImport; 1';
tried('import');
eval { require Nested; print Nested::saw() };
tried('nested');
eval 'BEGIN { die "begin\n" } 1';
tried('begin');
eval 'sub half { return 1 } sub other { half( } 1';
tried('syntax');
print defined &half ? half() : 'no half', "\n";
eval 'use strict; $undeclared = 1;';
tried('strict');
eval { my $name = 'Not/There.pm'; require $name };
tried('missing');
eval 'use 7.0; 1';
tried('version');
eval 'use List::Util 99; 1';
tried('module version');
eval 'BEGIN { tried("in begin"); eval { die "inner\n" }; tried("after") } 1';
tried('end');
eval "BEGIN { require Nested }\nno warnings; CHECK { print 'never' } 1";
tried('late check');

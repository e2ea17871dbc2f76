# Names of subs and evals that the program itself sees
# NYTProf runs the program under perl's debugger flags, so that caller() in it names anonymous subs and string evals otherwise than without; here the program is as it is.
# nytprof: stdout() =~ /__ANON__\[/
# ours: stdout() eq "main::__ANON__ (eval 1)\n"
my $code = sub { return (caller 0)[3] };
print $code->(), ' ', eval '(caller 0)[6] ? __FILE__ : ""', "\n";

# Names of subs and evals that the program itself sees
# NYTProf runs the program with perl's debugger flags, which change what caller() says of anonymous subs and string evals. Here the program sees perl's usual names.
# nytprof: stdout() =~ /__ANON__\[/
# ours: stdout() eq "main::__ANON__ (eval 1)\n"
my $code = sub { return (caller 0)[3] };
print $code->(), ' ', eval '(caller 0)[6] ? __FILE__ : ""', "\n";

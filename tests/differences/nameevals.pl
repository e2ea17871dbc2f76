# The options nameevals and nameanonsubs
# Devel::NYTProf 6.12 has their effects the wrong way round: nameevals=0 removes the place from the names of anonymous subs. Here each option does what the manual says.
# options: nameevals=0
# nytprof: calls('main::RUNTIME', 'main::__ANON__') == 1
# ours: calls('main::RUNTIME', 'main::__ANON__[' . script() . ':7]') == 1
my $code = sub {
    return 1 };
$code->();

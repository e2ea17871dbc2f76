# Callbacks of POE are counted, as under NYTProf.

needs POE libpoe-perl
expect_ticks 'use POE; POE::Session->create(inline_states => { _start => sub { $_[KERNEL]->yield("t") },
	t => sub { tick() and $_[KERNEL]->yield("t") } }); POE::Kernel->run;'
expect_as_under_nytprof poe.pl

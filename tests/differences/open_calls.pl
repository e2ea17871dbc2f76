# Calls that are open when a process ends by POSIX::_exit
# NYTProf leaves them out. Here they end with the process.
# nytprof: calls('main::RUNTIME', 'main::outer') == 0
# ours: calls('main::RUNTIME', 'main::outer') == 1 && calls('main::outer', 'main::inner') == 1
use POSIX ();
sub inner { select undef, undef, undef, 0.01; POSIX::_exit(0) }
sub outer { inner(); return }
outer();

# What is called in another interpreter is not the caller's time.

link_hosts
NEST=1 run 0 $AGENT -q --strict -- ./hosts nested a.pl b.pl || exit
expect_hosts 0
expect_line /a.pl:8 10
expect_line /a.pl:9 10
expect_seconds /a.pl:8 0 0.3
expect_seconds /a.pl:9 0.2 0.45
expect_seconds 'main::nest Host::other' 0 0.3
expect_seconds 'main::nest Time::HiRes::usleep' 0.2 0.45

# Debian's perl that is linked with libperl.so.

perl=$(compgen -G '/usr/bin/perl5.*-linux-gnu' | head -1)
[ "$perl" ] || skip "needs libperl's own perl"
expect_recorded_as "$perl"
expect_attached_to "$perl"

# Copies have file capabilities, unless the mount is nosuid.

mount_perl rw setcap cap_net_raw+ep m/perl
expect_same_capabilities 2000

mount_perl nosuid setcap cap_net_raw+ep m/perl
expect_same_capabilities 0

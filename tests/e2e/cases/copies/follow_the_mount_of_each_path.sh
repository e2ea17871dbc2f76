# Copies follow the mount of each path: one file has two mounts.

mount_perl rw set_user_id
mkdir n
mount --bind m n
mount -o remount,bind,nosuid n
PATH=$PATH:$PWD/n
expect_same '1 65534' sh -c 'm/perl -e "print \$>"; n/perl -e "print qq( \$>)"'

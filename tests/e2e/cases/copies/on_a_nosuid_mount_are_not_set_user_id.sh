# Copies of what is on a nosuid mount are not set-user-ID.

mount_perl nosuid set_user_id
expect_same_euid 65534

mount_perl nosuid chmod 4755 m/perl
expect_same_euid 65534

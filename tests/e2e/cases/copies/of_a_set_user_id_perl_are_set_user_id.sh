# Copies of a set-user-ID perl are set-user-ID.

mount_perl rw set_user_id
expect_same_euid 1

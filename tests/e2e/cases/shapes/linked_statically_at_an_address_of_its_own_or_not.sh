# Perls that are linked statically, at any address and at a fixed one.

link_host anywhere -fPIE -pie -Wl,-E -- "$(archive)"
expect_recorded_as ./anywhere
link_host fixed -fno-pie -no-pie -Wl,-E -- "$(archive)"
expect_recorded_as ./fixed
expect_attached_to ./fixed

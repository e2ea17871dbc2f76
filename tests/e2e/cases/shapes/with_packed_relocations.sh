# A perl with packed relocations.

link_host packed -fPIE -pie -Wl,-E -Wl,-z,pack-relative-relocs -- "$(archive)"
run 0 readelf -d packed
grep -q RELR stdout || skip 'this linker packs none'
expect_recorded_as ./packed
expect_attached_to ./packed

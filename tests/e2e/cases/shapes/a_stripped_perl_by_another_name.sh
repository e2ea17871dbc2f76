# A perl without symbols, by another name.

cp "$(perl -e 'print $^X')" foo
run 0 strip -s foo
expect_recorded_as ./foo
expect_attached_to ./foo

# A perl without section headers.

cp "$(perl -e 'print $^X')" foo
perl -e 'open my $f, "+<", "foo" or die; binmode $f;
    seek $f, 0x28, 0; print $f "\0" x 8;
    seek $f, 0x3a, 0; print $f "\0" x 6'
run 0 readelf -S foo
expect_out 'no sections'
expect_recorded_as ./foo
expect_attached_to ./foo

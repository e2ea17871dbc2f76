# What is no sub is not listed, nor is anything listed twice.

start_waiting
record_to_the_end
for name in main::exported main::glob Elsewhere::alias Tool::declared Tool::with_prototype Tool::PI Tool::inlined \
	Tool::gone; do
	expect_no_sub $name
done
expect_no_sub UNIVERSAL::can # an XSUB
expect_no_sub constant::import # nothing ran in that file
expect [ "$(grep -a '^sub' stdout | cut -d' ' -f2 | sort | uniq -d)" = "" ]

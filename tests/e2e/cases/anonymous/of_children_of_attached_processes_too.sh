# A child of a process that was attached to has its parent's subs by the same names; so has the call tree.

go_on_with_child() {
	touch go
	await grep -q "attached to process [0-9]*, forked by $program," stderr
	touch go-on
}

start_shapes fork
NYTPROF=addpid=1 record attached.out $program go_on_with_child
for file in attached.out*; do
	ranges "$file" >"ranges.$file"
	expect_braces "ranges.$file"
	expect grep -q '^main::named 72-74 ' "ranges.$file"
	nytprofcalls "$file" >calls
	expect grep -q 'main::__ANON__\[shapes.pl:31\]' calls
	expect [ -z "$(grep -e 'shapes.pl:23\]' -e 'ANON__\[shapes.pl:12' calls)" ]
done
expect [ "$(ls attached.out* | wc -l)" = 2 ]

# The options of diff --html: where it goes, what it leaves out, and what does not go with it.

make_tripled
record a.pl old.out
record b.pl new.out
run 0 $AGENT diff old.out new.out
cp stdout table
run 0 $AGENT diff --html -o x.html old.out new.out
expect cmp stdout table
expect_in x.html '$s += $text =~ tr/a-m//;'
expect_in x.html 'was 8'
run 0 $AGENT diff --html --no-source -o none.html old.out new.out
expect cmp stdout table
expect_not_in none.html '$s += $text =~ tr/a-m//;'
expect_in none.html 'was 8'
expect_that "$(stat -c %s none.html) < $(stat -c %s x.html)"
run 1 $AGENT diff --html --fail-if='Work::heavy>30%' -o gate.html old.out new.out
expect_one_line '--fail-if=Work::heavy>30%: Work::heavy took '
expect cmp gate.html x.html

run 2 $AGENT diff --html old.out new.out
expect_one_line 'diff --html: where to? Give -o FILE'
run 2 $AGENT diff --svg old.out new.out
expect_one_line 'diff --svg: where to? Give -o FILE'
run 2 $AGENT diff -o x.html old.out new.out
expect_one_line '-o FILE belongs to --html and --svg'
run 2 $AGENT diff --no-source old.out new.out
expect_one_line '--no-source belongs to --html'
run 2 $AGENT diff --html --svg -o x.html old.out new.out
expect_one_line 'give either --html or --svg'
run 1 $AGENT diff --html -o missing/x.html old.out new.out
expect_one_line missing/x.html
head -c 300 new.out >cut.out
run 1 $AGENT diff --html -o cut.html old.out cut.out
expect_one_line cut.out
expect [ ! -e cut.html ]

# The profiles of an interval are written one after the other.  A process that has ended meanwhile has its source in its own.

put_workers a.pl
sample_all --interval=2 --match=$PWD/a.pl
workers=()
for _ in {1..40}; do perl "$PWD/a.pl" & workers+=($!); done
one_is_written() {
	compgen -G 'out/*.nytprof' >/dev/null
}
await one_is_written
kill -KILL "${workers[@]}"
wait "${workers[@]}"
end_all
expect_that "$(ls out | wc -l) >= 40"
expect_not_in said 'rights are unknown'
for file in out/*.nytprof; do
	profile "$file" >text
	expect grep -q '^source .*/a.pl 4$' text
done

# A byte that is another one: it is found where there is a checksum, and what is made of the file is a profile.

tidy_profiles
for name in stock plain; do
	size=$(stat -c %s $name.out)
	rm -f $name.*.out
	for i in {1..20}; do
		flip $name.out $((size * i / 21 + 300)) flipped.out
		$AGENT verify flipped.out >stdout 2>stderr
		status=$?
		expect [ $status -le 1 ]
		[ $name = plain ] || expect [ $status = 1 ]
		run 0 $AGENT verify --repair -o $name.$i.out flipped.out
	done
	run 0 perl -MDevel::NYTProf::Data -e 'for (@ARGV) { Devel::NYTProf::Data->new({ filename => $_, quiet => 1 }); print "$_\n" }' $name.*.out
	expect [ "$(wc -l <stdout)" = 20 ]
done

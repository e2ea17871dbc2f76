# Filters choose who is sampled.

put_workers a.pl b.pl
cp /usr/bin/perl ./pearl
chmod 755 . pearl
export ROUNDS=100

# Samples two workers, and expects the profile of the second one: chosen FILTER - COMMAND... - COMMAND...
only_second() {
	local one=() other=()
	rm -rf out
	sample_all "$1"
	shift 2
	while [ "$1" != - ]; do one+=("$1"); shift; done
	other=("${@:2}")
	"${one[@]}" & N=$!
	"${other[@]}" & Y=$!
	wait $N $Y
	end_all
	expect [ ! "$(compgen -G "out/*.$N.*")" ]
	expect_that "$(samples_of $Y main::burn) > 20"
}

as_nobody() {
	exec setpriv --reuid=64123 --clear-groups "$@"
}

only_second --exe=$PWD/pearl - perl $PWD/a.pl - ./pearl $PWD/a.pl
only_second --comm=pearl - perl $PWD/a.pl - ./pearl $PWD/a.pl
only_second --match=$PWD/b.pl - perl $PWD/a.pl - perl $PWD/b.pl
only_second --uid=64123 - perl $PWD/a.pl - as_nobody perl $PWD/a.pl

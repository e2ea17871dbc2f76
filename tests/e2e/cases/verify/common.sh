# Profiles that are whole, cut off, or damaged: what verify says of them, and what it makes of them.

# Of NYTProf's and of ours, of a program of Debian's.
tidy_profiles() {
	cp "$TOP/tests/perl/fib.pl" a.pl
	NYTPROF=file=stock.out:savesrc=0 perl -d:NYTProf /usr/bin/perltidy -st a.pl >/dev/null
	NYTPROF=file=plain.out:compress=0:savesrc=0 perl -d:NYTProf /usr/bin/perltidy -st a.pl >/dev/null
	run 0 $AGENT -q --savesrc=0 -o ours.out -- perl /usr/bin/perltidy -st a.pl || exit
	expect [ -s stock.out ]
	expect [ -s plain.out ]
}

# Of the file FILE, so many bytes: cut FILE BYTES TO
cut() {
	head -c "$2" "$1" >"$3"
}

# The byte at an offset gets another value: flip FILE OFFSET TO
flip() {
	cp "$1" "$3"
	perl -e 'open my $f, "+<", $ARGV[0] or die; seek $f, $ARGV[1], 0; read $f, my $b, 1; seek $f, $ARGV[1], 0; print $f chr(ord($b) ^ 1 << $ARGV[1] % 8)' "$3" "$2"
}

# One that is what the bytes say, with perl's escapes, and verified: verify_made TEXT [STATUS]
verify_made() {
	perl -e 'print eval qq("$ARGV[0]")' "$1" >made.out
	$AGENT verify made.out >stdout 2>stderr
	expect_status "${2:-1}"
}

# The shapes in which a perl comes: in other programs, under other names, linked in other ways.

# Runs a script in a perl as a command, and looks at what was recorded.
expect_recorded_as() {
	cat >a.pl <<-'PERL'
		my $s = 0;
		for my $i (1 .. 100) {
		    $s += one($i);
		}
		print "sum $s\n";
		sub one { my $x = shift; return 2 * $x }
	PERL
	run 0 $AGENT -o out -- "$1" a.pl
	expect_lines 'sum 10100'
	expect_err 'not recorded: nothing (0)'
	read_profile out
	expect_line /a.pl:3 100
	expect_line /a.pl:6 200
	expect_out 'main::RUNTIME main::one 100 '
}

# The same with --pid, once it runs.
expect_attached_to() {
	local target
	cat >b.pl <<-'PERL'
		open my $f, '>', 'up'; close $f;
		until (-e 'go') { select undef, undef, undef, 0.01 }
		for my $i (1 .. 100) {
		    one($i);
		}
		sub one { my $x = shift; return 2 * $x }
	PERL
	rm -f up go
	"$1" b.pl & target=$!
	await [ -e up ]
	(
		$AGENT -o pid --pid $target & A=$!
		recording
		touch go
		wait $A
	) >stdout 2>stderr
	expect_status 0
	wait $target
	expect_err 'not recorded: nothing (0)'
	read_profile pid
	expect_line /b.pl:4 100
	expect_line /b.pl:6 200
	expect_out 'main::RUNTIME main::one 100 '
}

# Seconds of all lines together, in what read_profile() read.
lines_s() {
	awk '/^line/ { sum += $NF } END { print sum + 0 }' stdout
}

# A program with perl in it, of tests/e2e/host.c: link_host NAME FLAG... -- LIBRARY...
# shellcheck disable=SC2046 # words
link_host() {
	local name=$1 flags=()
	shift
	while [ "$1" != -- ]; do flags+=("$1"); shift; done
	shift
	cc "${flags[@]}" $(perl -MExtUtils::Embed -e ccopts) -o "$name" "$TOP/tests/e2e/host.c" "$@" \
		-ldl -lm -lpthread -lcrypt 2>stderr || skip "needs libperl-dev: $(cat stderr)"
}

# perl's library for static links.
archive() {
	perl -MConfig -e 'print map { "$_/libperl.a\n" } split(/ /, $Config{libpth}), "$Config{archlibexp}/CORE"' |
		xargs ls 2>/dev/null | head -1
}

# What the program with libperl runs: its main part, and a sub that it calls.
make_served() {
	cat >c.pl <<-'PERL'
		print "sum\n";
		sub work {
		    one($_) for 1 .. 10;
		    return 1;
		}
		sub one { return 2 * $_[0] }
	PERL
}

# ---- mod_perl

# An Apache of the test's own, of two children: its port is $port.
start_apache() {
	local modules=/usr/lib/apache2/modules
	[ -e $modules/mod_perl.so ] && [ -e /usr/bin/ab ] ||
		skip 'needs apache2-bin, libapache2-mod-perl2 and apache2-utils'
	cp "$SUITE/Hello.pm" .
	cat >a.pl <<-'PERL'
		print "Content-type: text/plain\n\n";
		for my $i (1 .. 10) {
		    print "line $i\n";
		}
	PERL
	chmod 755 a.pl
	port=$((20000 + $$ % 10000))
	sed -e "s,@DIR@,$PWD,g; s,@PORT@,$port,; s,@MODULES@,$modules,g" "$SUITE/httpd.conf" >httpd.conf
	apache2 -f "$PWD/httpd.conf" -k start >stdout 2>stderr </dev/null
	expect_status 0 || exit
	await [ -e httpd.pid ]
	await ask 2 >asked
}

# It ends with the case: one on the way must not keep its port.
stop_apache() {
	kill "$(cat httpd.pid)"
}

children() {
	pgrep -d, -P "$(cat httpd.pid)"
}

# So many requests, two at once.
ask() {
	ab -q -n "$1" -c 2 "http://127.0.0.1:$port/${2:-}" 2>/dev/null | grep -E 'Complete|Failed|Non-2'
}

# Over all profiles: for each line and call the sum of its counts, and the seconds of all lines.
sums() {
	local file
	for file in nytprof.out*; do profile "$file" || exit 1; done |
		awk '/^line/ { t += $NF; n[$2] += $3 } /^call/ { n[$3 " " $4] += $5 }
			END { for (k in n) print k, n[k]; print "lines", t }' | sed 's,^.*/,/,'
}

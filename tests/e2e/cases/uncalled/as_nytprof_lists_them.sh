# Devel::NYTProf lists the same.

subs() {
	profile "$1" 2>/dev/null | LC_ALL=C sed -nE \
		'/^sub (main|Tool|Elsewhere|Foo::Bar::Baz)::([a-z_]+|__ANON__.*) /s/ [0-9]+ [0-9.]+ [0-9.]+ / /p' |
		grep -av -e lexical -e gone
}

start_waiting
record_to_the_end
NYTPROF=file=theirs.out run 0 perl -d:NYTProf a.pl
subs nytprof.out >ours
subs theirs.out >theirs
run 0 diff ours theirs
expect [ "$(grep -c . ours)" = 13 ]

# Subs that a process compiled before it was attached to have the names and lines of a run from the start, and Devel::NYTProf's.

start_shapes
record attached.out $program touch go
ranges attached.out >attached

run 0 $AGENT -o start.out -- perl shapes.pl
ranges start.out >start
NYTPROF=file=own.out perl -d:NYTProf shapes.pl
ranges own.out >own

expect [ "$(grep -c __ANON__ own)" -gt 20 ]
run 0 diff own start
run 0 diff start attached

# The sums of both: each sub once, with the calls of both.
run 0 nytprofmerge --out=sum.out start.out attached.out
expect [ ! -s stderr ]
awk '{ $3 *= 2; print }' start >twice
ranges sum.out >sum
run 0 diff twice sum

# csv: a reader of such files reads it, and nytprofcsv has the same numbers.

make_profiles
for name in $PROFILES; do
	truth_of $name.out
	run 0 $AGENT export -q --format=csv -o $name.csv $name.out
	run 0 python3 - $name.csv <<'PYTHON'
import csv, sys
rows = list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8"), strict=True))
assert all(len(row) == 6 for row in rows), rows
ns = sum(int(row[0].replace(".", "")) for row in rows[1:])
print(ns, sum(int(row[1]) for row in rows[1:]))
for seconds, count, each, *rest in rows[1:]:
    assert not int(count) or abs(float(seconds) / int(count) - float(each)) < 1e-8
PYTHON
	read -r total counts <stdout
	expect_same "$total" "$ns"
	expect [ "$counts" = "$stmts" ]
done
expect grep -qx 'time,calls,time/call,code,file,line.' stock.csv
expect grep -q '^time,samples,' sampled.csv

# Lines that execute no string eval: its columns are the same.
run 0 nytprofcsv -f stock.out -o csv
grep -h '^[0-9.]*,[1-9].*sub \(work\|inner\|outer\)' csv/*a-pl-1-line.csv | awk -F, '{ print $1, $2 }' | sort >theirs
# Half a microsecond is rounded up by one and down by the other, as their numbers are binary.
python3 -c '
import csv
theirs = sorted((int(line.split()[1]), float(line.split()[0])) for line in open("theirs"))
own = sorted((int(row[1]), float(row[0])) for row in csv.reader(open("stock.csv", newline=""))
    if row[3].startswith(("sub work", "sub inner", "sub outer")))
same = [a[0] == b[0] and abs(a[1] - b[1]) < 0.6e-6 for a, b in zip(theirs, own)]
print(len(theirs) == len(own) and len(own) > 0 and all(same), theirs, own)' >stdout
expect_out True

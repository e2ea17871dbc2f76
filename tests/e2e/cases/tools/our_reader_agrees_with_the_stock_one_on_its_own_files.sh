# Our reader agrees with the stock one on its own files.

make_profiles
NYTPROF=file=stock.out perl -d:NYTProf a.pl
profile stock.out | awk '/^sub / && $3 > 0 { print $3, $2 }' | sort >theirs
run 0 $AGENT report --top 1000 stock.out
awk '/^Lines/ { exit } $4 ~ /::/ { print $1, $4 }' stdout | sort >ours
expect diff theirs ours

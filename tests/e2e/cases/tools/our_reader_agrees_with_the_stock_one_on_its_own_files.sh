# Our reader agrees with the stock one on its own files.

make_profiles
NYTPROF=file=stock.out perl -d:NYTProf a.pl
profile stock.out | awk '/^sub / && $3 > 0 { print $3, $2 }' | sort >theirs
run 0 $AGENT report --top 1000 stock.out
awk '/^Subs by incl/ { exit } $7 ~ /::/ { print $1, $7 }' stdout | sort >ours
expect diff theirs ours

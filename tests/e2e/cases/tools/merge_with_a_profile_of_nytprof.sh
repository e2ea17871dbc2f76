# nytprofmerge merges a profile with one of NYTProf.

make_profiles
NYTPROF=file=stock.out:slowops=0:calls=0 run 0 perl -d:NYTProf a.pl
run 0 nytprofmerge -o merged.out one.out stock.out
expect_quiet

# nytprofcsv reads a profile.

make_profiles
run 0 nytprofcsv -f one.out -o csv
expect_quiet
expect [ "$(grep -h 'print .code' csv/*a-pl-1-line.csv | cut -d, -f2,4 | cut -c1-19)" = '1,print $code->(12)' ]

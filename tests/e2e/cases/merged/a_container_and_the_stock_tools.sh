# A file of a container is the sum of its processes, and the stock tools read it.

put_programs
id=0123456789abcdef0123456789abcdef
record_all --match=$PWD --merge=container --calls=2 --blocks=1
warm_up
for i in 1 2 3; do inside docker-$id.scope perl "$PWD/a.pl" $i; done
inside x.service perl "$PWD/b.pl"
end_all
expect [ "$(ls out | grep merged | sed 's/merged.*//')" = "container-$id." ]
expect_sum 6 out/container* $(of_a out)

run 0 nytprofhtml -f out/container* -o html
expect [ -s html/index.html ]

run 0 nytprofcalls out/container*
expect [ "$(grep -c 'main::work;Lib::twice' stdout)" = 1 ]

run 0 nytprofcsv -f out/container* -o csv
expect any 'csv/*a-pl*'

# --output is another name of --file.

run 0 $AGENT -q --output=x.out -- perl -e 'my $x = 1'
read_profile x.out
expect_line -e:1 1

# A perl that runs from its original beside the command, and the file itself, stay as they are.

sum=$(cksum </usr/bin/perl)
perl -e 'until (-e "enough") { my $x = 1; select undef, undef, undef, 0.01 }' & P=$!
run 0 $AGENT --unsafe-nops -o x.out -- perl -e 'my $x = 1; $x++ for 1 .. 1000'
touch enough
wait $P
expect_status 0
expect [ "$(cksum </usr/bin/perl)" = "$sum" ]
expect [ "$(stat -c %s /usr/bin/perl)" = "$(cut -d' ' -f2 <<<"$sum")" ]

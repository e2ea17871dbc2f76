# A filter comes where there was none.

# Filters that the BPF side knows, and none at all at first.
put_workers a.pl
cp /usr/bin/perl nyt-$$
echo interval = 1 >conf
start_service
./nyt-$$ "$PWD/a.pl" >a.count & W=$!
seen $W
echo comm = nobody >>conf
reload
rm out/*
sleep 0.5
touch a.pl.end
wait $W
rm a.pl.end
./nyt-$$ -e 'sub f { 1 } f() for 1 .. 3' & X=$!
wait $X
end_service
expect [ "$(ls out | grep -c -e $X)" = 0 ]
expect_in said 'reloaded conf'

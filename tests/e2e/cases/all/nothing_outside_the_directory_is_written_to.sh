# Nothing outside of the directory is written to.

# Files and links of the next process's names; and the directory becomes another one.
put_workers yes.pl
echo precious >victim
record_all --match=$PWD/yes.pl --owner=target
setpriv --reuid=54321 --clear-groups perl "$PWD/yes.pl" & W=$!
seen $W
expect [ "$(stat -c '%a %u' out/*.nytprof)" = '600 54321' ]
file=$(ls out/*.nytprof)
rm $file
ln -s "$PWD/victim" $file
sleep 4
expect [ -L $file ]
rm $file
ln victim $file
sleep 4
expect [ "$(<victim)" = precious ]
mv out away
mkdir out
touch end
wait $W
end_all
expect [ "$(<victim)" = precious ]
expect [ -z "$(ls out)" ]
expect any 'away/yes_pl.*'
expect_in said 'it is a symbolic link, which is not followed'

# A program that loads perl when it has long been running is recorded.

put_workers a.pl
"$HELPERS/late" "$(ls -1 /usr/lib/*/libperl.so.5.* | head -1)" "$PWD/a.pl" & W=$!
await [ -e up ]
record_all --match=$PWD/a.pl
touch go
seen $W
touch end
wait $W
end_all
expect [ "$(profiles)" = 1 ]
read_profiles_of $W
expect_that "$(number_after '/a.pl:6 main::RUNTIME main::work ') > 20"

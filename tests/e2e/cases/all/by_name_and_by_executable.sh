# Filters by name and by executable.

put_workers yes.pl no.pl
mine=nyt-$$-x
cp /usr/bin/perl $mine
record_all --comm=$mine
run_until_seen ./$mine yes.pl
run_briefly perl no.pl
run_briefly ./$mine yes.pl
end_all
expect [ "$(programs)" = 'yes.pl yes.pl' ]

rm -r out/*
record_all --exe="$PWD/nyt-*"
run_until_seen ./$mine yes.pl
run_briefly perl no.pl
end_all
expect [ "$(programs)" = yes.pl ]

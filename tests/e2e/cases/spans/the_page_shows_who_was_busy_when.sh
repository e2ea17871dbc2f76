# The page of a directory has a table of the time: a row for each service.
record_services
run 0 $AGENT report --html -o page.html out
perl -0ne 'print $1 if m{<section id="times">(.*?)</section>}s' page.html >table
expect grep -q 'Busy over time (UTC)' table
grep -oP '<th scope="row">\K[^<]*' table | sort >stdout
expect_lines mail.service shop.service warm.pl
# Each has a cell for each part of the time, and some are not empty.
expect [ "$(grep -c '^<tr><th scope="row">' table)" = 3 ]
for unit in mail shop; do
	grep "$unit.service" table | grep -o 'class="busy[0-9]"' >marks
	expect [ "$(wc -l <marks)" = "$(grep 'warm.pl' table | grep -o 'class="busy[0-9]"' | wc -l)" ]
	expect [ "$(grep -cv busy0 marks)" -ge 2 ]
done
expect grep -q 'an estimate' table

# A page of a file has none, and one of a single moment neither.
run 0 $AGENT report --html -o page.html $(ls out/mail_pl.*.nytprof | head -1)
expect [ "$(grep -c 'id="times"' page.html)" = 0 ]

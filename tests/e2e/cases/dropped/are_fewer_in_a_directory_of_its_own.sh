# Rights are fewer when the agent writes into a directory of its own.

cat >a.pl <<'PERL'
sub f { 1 }
while (!-e 'end') { f(); select undef, undef, undef, 0.01 }
PERL
record_all --match=$PWD --owner=target
expect_rights

cp /usr/bin/perl perl
for perl in perl ./perl; do
	rm -f end
	setpriv --reuid=54321 --clear-groups $perl "$PWD/a.pl" & W=$!
	await any "out/*.$W.*"
	touch end
	wait $W
done
end_all
expect [ "$(stat -c %u out/*.nytprof | xargs)" = '54321 54321' ]
expect [ "$(for file in out/*; do profile $file; done | grep -c 'src.*sub f')" = 2 ]

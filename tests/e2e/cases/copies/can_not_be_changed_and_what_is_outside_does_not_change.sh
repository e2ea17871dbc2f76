# Copies can't be changed, by root inside neither, and what is outside does not change.

mount_perl rw true
stat -c '%i %Y %s %a' m/perl >before

# Or it would be written to a copy, and be gone.
run 0 $AGENT -q -- sh -c '
	export LC_ALL=C
	mv m/perl m/p
	rm -f m/perl
	chmod 777 m/perl
	touch m/perl
	cp /bin/true m/perl
	m/perl -e 1'
expect [ "$(stat -c '%i %Y %s %a' m/perl)" = "$(<before)" ]
sed 's/.*: //' stderr >stdout
expect_lines 'Device or resource busy' 'Device or resource busy' \
	'Read-only file system' 'Read-only file system' 'Read-only file system'

# A command that is not there, or not executable.

run 127 $AGENT -- no-such-command
expect_one_line no-such-command

cat >plain.txt <<'END'
no program
END

run 126 $AGENT -- ./plain.txt
expect_one_line ./plain.txt
printf '\177ELF, but not really' >bad
chmod 755 bad
run 126 $AGENT -- ./bad
expect_one_line ./bad

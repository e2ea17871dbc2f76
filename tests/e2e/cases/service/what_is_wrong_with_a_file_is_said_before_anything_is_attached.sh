# What is wrong with a configuration file is said before anything is attached.

cat >conf <<'END'
file = x.out
slowop = 1
END

run 2 $AGENT --config=conf -- touch ran
expect_one_line 'conf:2:1: unknown key "slowop"; expected slowops'

cat >conf <<'END'
slowops = 3
END

run 2 $AGENT --config=conf -- touch ran
expect_one_line 'conf:1:11: slowops=3: must be 0 to 2'

run 2 $AGENT --config=not/there -- touch ran
expect_one_line "not/there: can't read it: No such file or directory"

run 2 $AGENT --all --config=/
expect_one_line '/: not a regular file'
expect [ ! -e ran ]

run 2 $AGENT --all --log-level=loud
expect_one_line '--log-level=loud: must be error, warning, info, debug, debug2 or debug3'

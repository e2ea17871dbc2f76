# A mistyped command is told from a program.

run 2 $AGENT recrod --pid 1
expect_one_line "unknown command 'recrod'; did you mean 'record'?"

run 2 $AGENT repotr x.out
expect_one_line "unknown command 'repotr'; did you mean 'report'?"

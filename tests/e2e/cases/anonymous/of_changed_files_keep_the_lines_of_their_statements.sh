# A file that changed after its process began may not be the text that perl has read: subs keep the lines of their statements.

start_shapes
change_shapes
record attached.out $program touch go
ranges attached.out >attached
expect_statements attached
expect grep -q '^main::named 73-73 ' attached

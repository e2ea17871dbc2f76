# The parent has compiled what a child runs: a file that changed between the start of both may not be that text either.

start_shapes fork
change_shapes
touch go
await [ -e child ]
record attached.out "$(cat child)" touch go-on
ranges attached.out >attached
expect_statements attached

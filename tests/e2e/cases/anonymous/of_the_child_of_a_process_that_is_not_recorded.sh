# The file is older than the parent, so it is what that has compiled.

start_shapes fork
touch go
await [ -e child ]
record attached.out "$(cat child)" touch go-on
ranges attached.out >attached
expect_braces attached

# Subs that are suspended go on later.

# Devel::NYTProf can't be asked: under it Future::AsyncAwait finds a savestack that it does not know, and aborts.
# Whoever resolves a future calls what waits for it, so a sub is called once more each time.
needs Future::AsyncAwait libfuture-asyncawait-perl
cp "$SUITE/async_await.pl" a.pl
record
expect_line /a.pl:15 6
expect_line /a.pl:17 6
expect_line /a.pl:24 3
expect_line /a.pl:32 1
expect_out '/a.pl:16 main::waits main::later 6 '
expect_out '/a.pl:17 main::waits main::one 6 '
expect_out 'sub main::waits 12 '
expect_out 'sub main::outer 4 '
expect_out 'sub main::one 14 '

# More calls than are shown: the innermost ones, and one line that says so.

cat >deep.pl <<'PERL'
no warnings;
sub deep { my $n = shift; $n ? deep($n - 1) : sleep 1000 }
deep(300_000);
PERL
perl deep.pl </dev/null & server=$!
await in_sleep "$server"
run 1 "$AGENT" dump --pid "$server"
expect_one_line 'more calls than 262144: the outer ones are not shown'
expect [ "$(wc -l <stdout)" = 262146 ]
expect [ "$(head -2 stdout | tail -1 | sed 's/.*; //')" = 'depth more than 262144' ]
stop "$server"

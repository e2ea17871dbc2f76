# A program that is no perl is refused, and its children that are perls are named.

cat >wrapper.sh <<'END'
perl server.pl & echo $! >worker; wait
END

cat >server.pl <<'PERL'
open my $f, '>', 'up'; close $f;
sleep 600;
PERL
sh wrapper.sh & master=$!
await [ -e up ]
run 3 $AGENT --pid $master
expect_one_line 'is not a perl'
expect_err "its children are perls: use --pid $(<worker)"$'\n'
expect kill -9 "$(<worker)"
stop $master

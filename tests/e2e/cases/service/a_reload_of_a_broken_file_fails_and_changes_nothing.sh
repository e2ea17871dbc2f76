# A reload of a broken file fails and changes nothing.

# As systemctl reload does it: who asks is told whether it worked.
put_workers a.pl
printf 'interval = 1\nmatch = %s/a\\.pl\n' $PWD >conf
start_service
echo keep = 9 >>conf
run 0 $AGENT ctl reload $A
expect_out $': reloaded the configuration\n'
echo match = nobody >conf
echo keep = x >>conf
run 1 $AGENT ctl reload $A
expect_err $': conf:2:8: keep=x: not a number of files; the configuration is unchanged\n'

perl "$PWD/a.pl" >a.count & W=$!
seen $W
touch a.pl.end
wait $W
end_service
expect [ "$(ls out | grep -c "\.$W\.")" = 1 ]
expect_in said $'nytprof-bpf: conf:2:8: keep=x: not a number of files; the configuration is unchanged\n'

record_all --match=^$PWD/x
run 1 $AGENT ctl reload $A
expect_in_order stderr 'nytprof-bpf: recorder ' $': this recorder has no configuration file to reload: it was started without --all and --config\n'
kill $A
wait $A
expect_status 0

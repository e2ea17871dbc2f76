# A copy of the perl for an agent that is not root takes CAP_CHOWN and CAP_FOWNER.

echo 'sub f { 1 } f() for 1 .. 10;' >a.pl
for more in '' ,+chown ,+fowner; do
	run 0 nobody_with $ALL,+sys_admin$more $AGENT -o w.out -- perl a.pl || exit
	expect_err 'copying a perl (needs CAP_CHOWN and CAP_FOWNER)'
done
run 0 nobody_with $ALL,+sys_admin,+chown,+fowner $AGENT -o w.out -- perl a.pl || exit
expect_no_err 'may lose'

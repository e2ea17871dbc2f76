# A command's children take CAP_SYS_ADMIN.

echo 'sub f { 1 } f() for 1 .. 10;' >a.pl
run 0 root_with $ALL $AGENT -o w.out -- perl a.pl
expect_err 'its children may lose their first statements'
rm w.out

run 0 root_with $ALL,+sys_admin $AGENT -o w.out -- perl a.pl
expect_no_err 'may lose'
read_profile w.out
expect_out 'a.pl:1 main::RUNTIME main::f 10 '

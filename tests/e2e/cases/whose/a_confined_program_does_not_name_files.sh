# A confined program does not name files: what confines it does not confine the agent.

cat >a.pl <<'PERL'
sub DB::enable_profile {}
my $x = 1;
DB::enable_profile(shift);
$x = 2;
PERL

# Under setpriv with such options it does not, and the message says why.
refused() {
	rm -f w.out*
	run 0 $AGENT -o w.out -- setpriv $1 perl a.pl "$PWD/named" || exit
	mv w.out.* second
	expect_err "$2"
	expect [ ! -e named ]
	read_profile second
	expect_line /a.pl:4 1
}
refused --no-new-privs 'no_new_privs confines it'
refused --bounding-set=-all "it is root without root's capabilities"
refused '--reuid=65534 --regid=65534 --clear-groups --no-new-privs' 'no_new_privs confines it'

run 0 $AGENT -o w.out -- setpriv --reuid=65534 --regid=65534 --clear-groups perl a.pl "$PWD/named" || exit
expect [ "$(stat -c %u named)" = 65534 ]

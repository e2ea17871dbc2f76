# --group-arg: the calls of a sub are told apart by an argument, and all that is known of subs is known of these.

cat >a.pl <<'PERL'
package My::App;
sub new { return bless {}, shift }
sub dispatch { my ($self, $path) = @_; $self->work(length($path // '')); $self->dispatch('/inner') if ($path // '') eq '/outer'; return }
sub work { my ($self, $n) = @_; my $x = 0; $x += $_ for 1 .. 20 * $n; return $x }
package Other;
sub dispatch { return $_[1] }
package main;
my $app = My::App->new;
$app->dispatch($_) for '/', ('/cart') x 5, '/outer', 'a' x 100, 42, '', undef, [1];
$app->dispatch;
$app->dispatch("<b>\n;\\") for 1 .. 2;
Other->dispatch('/cart');
PERL
# NAME=COUNT of each row.
rows() {
	perl -ne 'print "$2=$1\n" if /^ +(\d+) .*?  (My::App::dispatch.*)/' stdout | sort
}
told_apart() {
	run 0 $AGENT -q --group-by=sub:My::App::dispatch,Un::known --group-arg=2 --calls=2 -o a.out -- "$@"
	run 0 $AGENT report --top=20 --group-by='sub:*::dispatch*' a.out
	rows >rows
	{
		printf 'My::App::dispatch[%s\n' '/]=1' '/cart]=5' '/outer]=1' 'empty]=1' 'no string]=2' 'none]=1' 'undef]=1' '?b????]=2'
		printf 'My::App::dispatch[%s]=1\n' "$(printf 'a%.0s' {1..64})"
	} | sort | diff - rows || fail "other rows: $*"
	expect_out Other::dispatch
	expect_no_out 'Other::dispatch['
}
for perl in "$TOP"/build/perls/*/usr/bin/perl; do
	root=${perl%/usr/bin/perl}
	[ "${root##*/}" != arm64 ] || continue
	mkdir over
	mount --bind "$root" over && mount -t tmpfs none over/tmp || { fail "can't mount $root"; exit; }
	cp a.pl over/tmp
	told_apart chroot over perl /tmp/a.pl
	umount over/tmp over
	rmdir over
done
told_apart perl a.pl

# Each value has its own time and callers, in each reader.
run 0 $AGENT report --sub='My::App::dispatch[/cart]' a.out
expect_out My::App::work
run 0 $AGENT verify a.out
run 0 nytprofcalls a.out
expect_out 'My::App::dispatch[/cart];My::App::work'
# The inner call of itself is no call of its own.
run 0 $AGENT report --sub='My::App::dispatch[/outer]' a.out
expect_out My::App::dispatch
expect_no_out '[/inner]'

# There are 200 values at most; the others are one.
cat >many.pl <<'PERL'
sub route { return }
route("/$_") for 1 .. 500;
PERL
run 0 $AGENT -q --group-by=sub:main::route --group-arg=1 --calls=2 -o many.out -- perl many.pl
run 0 $AGENT report --top=400 --group-by='sub:main::route*' many.out
expect [ "$(perl -ne 'print "$1\n" if /^ +(\d+) .*main::route\[others\]/' stdout)" = 300 ]
expect [ "$(grep -c '^ *1 .* main::route\[/[0-9]*\]$' stdout)" = 200 ]

# Without it nothing is told apart.
run 0 $AGENT -q -o plain.out -- perl many.pl
run 0 $AGENT report plain.out
expect_no_out 'route['

refused 2 '--group-arg needs --group-by=sub:NAME' --group-arg=2
refused 2 '--group-by: a recording needs --group-arg' --group-by=sub:My::App::dispatch
for wrong in 'My::*' dispatch ''; do
	refused 2 "--group-by=sub:$wrong: with --group-arg it must be the whole name" --group-by="sub:A::a,$wrong" --group-arg=1
done
refused 2 '--group-by=A::a: must be sub:PATTERN' --group-by=A::a --group-arg=1
refused 2 '--group-by: more than 8 subs' --group-by=sub:A::a,A::b,A::c,A::d,A::e,A::f,A::g,A::h,A::i --group-arg=1
for wrong in 0 x 65 -1 ''; do
	refused 2 "--group-arg=$wrong: must be the number of an argument, from 1 to 64" --group-by=sub:A::a --group-arg=$wrong
done
refused 2 '--group-arg needs every call' --mode=sample --group-by=sub:A::a --group-arg=1
refused 2 '--group-arg: the first statement of a sub shows its arguments' --mode=subs --group-by=sub:A::a --group-arg=1

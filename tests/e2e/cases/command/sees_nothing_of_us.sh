# The command sees nothing of us.

cat >see.pl <<'PERL'
print "$^X $0 @ARGV ${^TAINT}\n", join(' ', sort keys %ENV), "\n";
print join(' ', map { $_ // 'undef' } (caller(0)), $!, $@, $?), "\n";
print readlink('/proc/self/exe'), ' ', scalar(() = glob '/proc/self/fd/*'), "\n";
print join(',', map { $_ . ($SIG{$_} // '') } sort keys %SIG), "\n";
open my $s, '<', '/proc/self/status'; print grep { /^(Sig|Shd|Cap|Uid|Gid|Groups|NoNew|Tracer)/ } <$s>;
print `umask`, `ulimit -a`; print STDERR "to stderr\n"; my $in = <STDIN>; print $in // 'no input';
print join(' ', (stat '/usr/bin/perl')[2, 4, 5, 7, 9]), "\n";
PERL

(
	echo input | perl see.pl 'an arg' >bare 2>bare.err
	echo input | $AGENT -q -o x.out -- perl see.pl 'an arg' >ours 2>ours.err
	for f in bare ours; do sed '/SigQ/d' $f >$f.cut; done
	diff bare.cut ours.cut
	diff bare.err ours.err
) >stdout 2>stderr
expect_status 0 || exit
expect_lines

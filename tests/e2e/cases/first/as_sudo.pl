use POSIX ();
pipe my $from, my $to; my $pid = fork;
if (!$pid) {
    close $to; <$from>;
    exec 'sh', '-c', '"$@"; exit $?', 'sh', 'env', '-u', 'PERL5LIB', '-u', 'PERL5OPT',
        'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'SUDO_UID=65534', 'SUDO_GID=65534', @ARGV;
}
close $from; $) = '65534 65534'; POSIX::setgid(65534); POSIX::setuid(65534);
close $to; waitpid $pid, 0; exit $? >> 8;

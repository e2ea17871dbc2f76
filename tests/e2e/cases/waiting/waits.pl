# A worker that waits for all kinds of things, and says how long each took, without the waits for a processor.
use strict;
use Fcntl ':flock';
use IO::Socket::INET;
use Time::HiRes qw(time sleep);

$| = 1;

sub lock_it {
	open my $file, '>>', $ENV{LOCK} or die;
	flock $file, LOCK_EX or die;
}

sub ask_database {
	my $db = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $ENV{DB_PORT}) or die $@;
	print $db "?\n";
	sysread $db, my $answer, 10;
}

sub nap { sleep 0.4 }

sub reap {
	my $pid = fork // die;
	if (!$pid) { select undef, undef, undef, 0.4; require POSIX; POSIX::_exit(0) }
	print "child $pid\n";
	waitpid $pid, 0;
}

sub stop_me { kill STOP => $$ }

sub read_pipe {
	open my $pipe, '-|', 'sleep 0.4; echo x' or die;
	sysread $pipe, my $x, 1;
}

sub queued { open my $f, '<', '/proc/self/schedstat' or die; return (split ' ', <$f>)[1] / 1e9 }

for my $name (qw(lock_it ask_database nap reap stop_me read_pipe)) {
	my ($queued, $begin) = (queued(), time);
	main->can($name)->();
	printf "%s %.6f\n", $name, time - $begin - (queued() - $queued);
}

# sysopen, sysread, syswrite, sysseek, pipe, select, fcntl, flock, ioctl, syscall.
use strict;
use warnings;
use Fcntl qw(:DEFAULT :flock :seek);

sub write_all { my ($fh, $text) = @_; my $at = 0; $at += syswrite $fh, $text, 3, $at while $at < length $text; return $at }
sub ready { my $fh = shift; my $bits = ''; vec($bits, fileno $fh, 1) = 1; return scalar select $bits, undef, undef, 0 }

sysopen my $fh, 'f', O_RDWR | O_CREAT | O_EXCL, 0644 or die;
print write_all($fh, 'some text'), "\n";
print sysseek($fh, 5, SEEK_SET), ' ';
my $buffer;
print sysread($fh, $buffer, 100), " $buffer\n";
print flock($fh, LOCK_EX | LOCK_NB) ? 'locked' : 'busy', ' ', flock($fh, LOCK_UN) ? 'unlocked' : 'stuck', "\n";
print fcntl($fh, F_GETFD, 0) & FD_CLOEXEC ? "closes\n" : "stays\n";
close $fh;
print sysopen(my $again, 'f', O_CREAT | O_EXCL | O_WRONLY) ? 'made' : 'exists', "\n";
pipe my $r, my $w or die;
print ready($r), ' ';
write_all($w, 'through');
print ready($r), ' ';
my $size = pack 'i', 0;
print ioctl($r, 0x541b, $size) ? unpack('i', $size) : 'none', "\n";
close $w;
sysread $r, $buffer, 50;
print "$buffer ", sysread($r, $buffer, 50), "\n";
select undef, undef, undef, 0.001;
sleep 0;
lock $buffer;
chroot '/';    # refused to those who are not root
print syscall(39) == $$ ? "own pid\n" : "other\n";
my $old = select STDERR;
print "to stderr\n";
select $old;
print "to stdout\n";
open my $ex, '<', 'f' or die;
binmode $ex;
printf "%s %d\n", scalar(<$ex>), fileno $ex > 2;
print getppid() > 0, ' ', getpgrp() > 0, ' ', umask, "\n";

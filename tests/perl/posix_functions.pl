# POSIX: mathematics, times, strings, files, signals, errors, limits.
use strict;
use warnings;
use POSIX qw(:errno_h :fcntl_h :signal_h :limits_h floor ceil fmod strftime mktime strtol setlocale LC_ALL dup2);

sub near { my ($x, $y) = @_; return abs($x - $y) < 1e-9 ? 'yes' : 'no' }
sub day { my $t = shift; return strftime('%Y-%m-%d %H:%M', gmtime $t) }

print floor(-1.5), ceil(1.2), fmod(7, 3), ' ', near(POSIX::pow(2, 0.5), sqrt 2), near(POSIX::tan(0), 0), ' ', POSIX::abs(-3), "\n";
print day(0), ' ', day(86400 * 365), ' ', mktime(0, 0, 0, 2, 0, 70) > 0 ? 'time' : 'none', "\n";
print join(',', (strtol('777', 8))[ 0, 1 ]), ' ', POSIX::strstr('haystack', 'st'), "\n";
my $fd = POSIX::open('file', O_CREAT | O_RDWR, 0644);
my $buffer;
print POSIX::write($fd, 'written', 7), POSIX::lseek($fd, 0, 0) + 0, POSIX::read($fd, $buffer, 3), $buffer, "\n";
my $copy = POSIX::dup($fd);
print dup2($fd, $copy) == $copy ? 'copied ' : 'failed ', POSIX::close($copy) ? 'closed' : 'open', "\n";
POSIX::close($fd);
print POSIX::access('file', &POSIX::R_OK) ? 'readable' : 'not', ' ', ENOENT == 2 ? 'ENOENT' : '', ' ', INT_MAX, "\n";
my $n = 0;
sigaction(SIGUSR1, POSIX::SigAction->new(sub { $n++; day(0) }));
kill USR1 => $$;
my $set = POSIX::SigSet->new(SIGUSR1);
sigprocmask(SIG_BLOCK, $set);
kill USR1 => $$;
sigprocmask(SIG_UNBLOCK, $set);
print "$n ", setlocale(LC_ALL, 'C') ? 'C' : 'none', ' ', POSIX::strerror(ENOENT), ' ', (POSIX::uname())[0], "\n";
print scalar(my @t = POSIX::times()), ' ', POSIX::isatty(0) ? 'terminal' : 'none', ' ', POSIX::fmax(1, 2), "\n";
print eval { POSIX::tmpnam(); 1 } ? 'there' : 'gone', "\n";
local $! = EACCES;
print $! + 0 == EACCES ? "access\n" : "other\n";
POSIX::_exit(0) if $n > 5;

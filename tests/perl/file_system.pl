# The file system: tests of all letters, stat, links, times, modes, directories, rename, glob.
use strict;
use warnings;
no warnings 'io';

sub touch { for my $f (@_) { open my $fh, '>', $f or die; print {$fh} "x\n"; close $fh } return scalar @_ }
sub kinds { my $f = shift; return join '', map { $_->[1]->($f) ? $_->[0] : '-' } tests() }
sub tests {
    return ([ e => sub { -e $_[0] } ], [ f => sub { -f $_[0] } ], [ d => sub { -d $_[0] } ], [ l => sub { -l $_[0] } ],
        [ s => sub { -s $_[0] } ], [ z => sub { -z $_[0] } ], [ x => sub { -x $_[0] } ]);
}

umask 022;
mkdir 'd' or die;
print touch('d/a', 'd/b', 'd/c.txt'), "\n";
chmod 0755, 'd/a';
symlink 'a', 'd/l' or die;
link 'd/b', 'd/hard' or die;
print kinds($_), " $_\n" for 'd', 'd/a', 'd/b', 'd/l', 'none';
print readlink('d/l'), ' ', (stat 'd/b')[3], ' ', (lstat 'd/l')[7], ' ', sprintf('%o', (stat _)[2] & 07777), "\n";
utime 1000, 2000, 'd/a';
print join(' ', (stat 'd/a')[8, 9]), ' ', -M 'd/a' > 1 ? 'old' : 'new', -A _ > 1, -C _ < 1, "\n";
my $all = grep { $_ } -r 'd/a', -w _, -o _, -R _, -W _, -X _, -O _, -p _, -S _, -b _, -c _, -u _, -g _, -k _, -T 'd/a', -B _;
print "$all\n";
print -t STDIN ? 'terminal' : 'none', "\n";
chown $>, $), 'd/a' or die;
rename 'd/a', 'd/renamed' or die;
opendir my $dh, 'd' or die;
my @names = sort grep { !/^\./ } readdir $dh;
my $where = telldir $dh;
rewinddir $dh;
my $first = readdir $dh;
seekdir $dh, $where;
print "@names ", defined readdir $dh ? 'more' : 'end', "\n";
closedir $dh;
print join(' ', map { s{.*/}{}r } glob 'd/*'), ' ', join(' ', sort <d/{b,c}*>), "\n";
chdir 'd' or die;
print -e 'b' ? "inside\n" : "outside\n";
truncate 'b', 0;
chdir '..' or die;
print rmdir('d') ? 'gone' : 'not empty', ' ', unlink(glob 'd/*'), ' ', rmdir('d') ? "gone\n" : "there\n";

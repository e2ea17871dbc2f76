# File::Find, File::Path, File::Copy, File::Spec, File::Basename, Cwd, Tie::File, FindBin, IO::File.
use strict;
use warnings;
use Cwd ();
use File::Basename;
use File::Copy;
use File::Find;
use File::Path qw(make_path remove_tree);
use File::Spec::Functions qw(catfile catdir splitdir abs2rel canonpath);
use IO::File;
use Tie::File;

sub put { my ($name, @lines) = @_; my $fh = IO::File->new($name, 'w') or die; $fh->print(map { "$_\n" } @lines); return $fh->close }
make_path('tree/a/b', 'tree/c');
put(catfile('tree', split '/'), "text of $_") for 'a/one.txt', 'a/b/two.txt', 'c/three.dat';
my @found;
find({ wanted => sub { push @found, $File::Find::name if -f && /\.txt$/ }, preprocess => sub { return sort @_ }, no_chdir => 0 }, 'tree');
finddepth(sub { push @found, "d:$_" if -d && $_ ne '.' }, 'tree/a');
print join(' ', @found), "\n";
copy('tree/c/three.dat', 'tree/c/copy.dat') or die;
move('tree/c/copy.dat', 'tree/moved') or die;
print -s 'tree/moved', ' ', join('|', fileparse('tree/a/one.txt', qr/\.[^.]*/)), ' ', basename('x/y.z'), dirname('x/y.z'), "\n";
print canonpath('a/./b//c'), ' ', join('+', splitdir('a/b')), ' ', abs2rel('/x/y', '/x'), ' ', Cwd::getcwd() eq Cwd::abs_path('.') ? 'here' : 'there', "\n";
put('lines', map { "line $_" } 1 .. 5);
tie my @lines, 'Tie::File', 'lines' or die;
$lines[1] = 'changed';
splice @lines, 3, 1;
push @lines, 'last';
print scalar(@lines), ' ', join(',', map { length } @lines), "\n";
untie @lines;
my $fh = IO::File->new('lines', 'r') or die;
while (defined(my $l = $fh->getline)) { print $l if $fh->input_line_number > 3 }
$fh->close;
print remove_tree('tree') > 4 ? "removed\n" : "left\n";

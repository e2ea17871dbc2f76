# forkdepth, and the names of files, are as in NYTProf.

cat >a.pl <<'PERL'
sub work { return $_[0] + 1 }
sub gen {
    my $left = shift;
    work(1) for 1 .. 3;
    return if !$left;
    my $pid = fork;
    if (!$pid) { gen($left - 1); exit }
    waitpid $pid, 0;
    work(2);
}
gen(3);
work(3);
PERL
expect_same_files forkdepth=0 1
expect_same_files forkdepth=1 2
expect_same_files forkdepth=2 3
expect_same_files forkdepth=-1 4
expect_same_files addpid=1 4
expect_same_files addpid=1:addtimestamp=1:forkdepth=1 2

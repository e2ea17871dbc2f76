# A user can do nothing in the directory of profiles, though files in it are his.

echo precious >victim
chmod 600 victim

# By the user whose files they are, while they are written.
cat >a.pl <<'PERL'
sub f { 1 }
my ($done, %n);
until (-e 'end') {
    f(); select undef, undef, undef, 0.005;
    next if -e 'enough';
    my ($own) = glob "out/a_pl.$$.*" or next;
    $n{seen}++;
    $n{unlinked}++ if unlink $own;
    $n{renamed}++ if rename $own, 'out/x.nytprof';
    $n{moved}++ if rename $own, 'mine';
    $n{symlinked}++ if symlink '../victim', 'out/y.nytprof';
    $n{linked}++ if link 'victim', "out/z.nytprof";
    $n{made}++ if mkdir 'out/d';
    $n{victim}++ if open my $v, '>>', 'victim';
    link $own, 'kept'; chmod 0666, $own; truncate $own, 0;
}
print join(' ', map { "$_" } sort keys %n), qq(\n);
PERL

mkdir -m 711 out
record_all --match=$PWD --owner=target
chmod 755 out
setpriv --reuid=54321 --clear-groups perl "$PWD/a.pl" >done & W=$!
await [ -e kept ]
sleep 3
touch enough
sleep 0.5

# Its parent is everybody's: so the directory becomes another one.
setpriv --reuid=54321 --clear-groups sh -c 'mv out away; mkdir out; ln -s ../victim out/a_pl.$0.1.nytprof' $W
sleep 2
touch end
wait $W
end_all
expect [ "$(<done)" = seen ]
expect [ "$(<victim)" = precious ]
expect [ "$(ls out | wc -l)" = 1 ]
expect [ "$(stat -c '%a %u %h' away/*.nytprof)" = '600 54321 1' ]
expect [ "$(ls away | wc -l)" = 1 ]

read_profile away/*.nytprof
expect_out $'\nsub main::f '

run 1 $AGENT --all --mode=trace --output-dir=out -d 0.1
expect_err 'other users can reach the directory out (owner 54321'

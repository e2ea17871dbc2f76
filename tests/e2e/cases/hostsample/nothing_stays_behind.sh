# What the agent knows of a process goes with it, and what it knows of a file goes with that.

[ -x "$BPFTOOL" ] || skip 'needs bpftool'
put_workers a.pl
mkdir there
cp /usr/bin/perl there/perl
sample_all --match=$PWD
files=$(entries sampled_files)
UP=up there/perl "$PWD/a.pl" & W=$!
UP=up2 "$HELPERS/late" "$(ls -1 /usr/lib/*/libperl.so.5.* | head -1)" "$PWD/a.pl" & L=$!
touch go
cat >f.pl <<'PERL'
for (1 .. 50) { next if fork; exec '/bin/true' if $_ % 2; my $x = 0; $x += $_ for 1 .. 1e5; exit }
1 while wait > 0;
PERL
perl "$PWD/f.pl"
seen $W
seen $L
expect_that "$(entries sampled_files) > $files"
expect_that "$(entries sampled) >= 2"
touch end
wait $W $L
rm -r there

# Other perls of this machine may run meanwhile, but not these.
is_gone() {
	! "$BPFTOOL" -j map dump id "$(map_of sampled)" | grep -q -e "\"key\":$1[,}]"
}
await is_gone $W
await is_gone $L
files_are() {
	[ "$(entries sampled_files)" = "$1" ]
}
await files_are "$files"
end_all
expect [ "$(profiles_of $W | grep -c '^sub main::burn')" -ge 1 ]

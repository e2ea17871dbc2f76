# Perls of several builds, and programs with a libperl.so, are sampled beside each other, and their waits are recorded.

roots=("$TOP"/build/perls/{bullseye,trixie})
[ -e "${roots[0]}/.complete" ] || [ "${CI:-}" = true ] || skip 'run scripts/setup.sh test'

# Two of them were there before the agent, and one of these loads perl later.
put_workers a.pl
sed -i 's/^burn()/nap(), &/' a.pl
echo 'sub nap { select undef, undef, undef, 0.002 }' >>a.pl
UP=up perl "$PWD/a.pl" & pids=($!)
await [ -e up ]
UP=up2 "$HELPERS/late" "$(ls -1 /usr/lib/*/libperl.so.5.* | head -1)" "$PWD/a.pl" & pids+=($!)
await [ -e up ]
sample_all --match=$PWD
touch go
for root in "${roots[@]}"; do
	mkdir -p "$root$PWD"
	defer rm -r "$root$PWD"
	cp a.pl "$root$PWD"
	chroot "$root" perl "$PWD/a.pl" & pids+=($!)
done
for pid in "${pids[@]}"; do seen $pid; done
await [ -e up2 ]
have_enough() {
	local pid
	for pid in "${pids[@]}"; do [ "$(samples_of $pid main::burn)" -gt 100 ] || return; done
}
await have_enough
touch end
for root in "${roots[@]}"; do touch "$root/end"; defer rm "$root/end"; done
wait "${pids[@]}"
end_all
for pid in "${pids[@]}"; do
	expect_that "$(samples_of $pid main::burn) > 100"
	expect_that "$(samples_of $pid main::burn) > 0.8 * $(all_samples_of $pid)"
	for file in out/*.$pid.*.nytprof; do waits_of "$file"; done >waits
	expect_that "$(grep -c '|main::CORE:sselect|' waits) > 0"
done
for pid in "${pids[@]}"; do profiles_of $pid; done | grep '^attr perl_version' | sort -u >stdout
expect_that "$(wc -l <stdout) >= 3"
expect_in said 'not recorded: '
expect_that "$(unread_samples said) <= 5"

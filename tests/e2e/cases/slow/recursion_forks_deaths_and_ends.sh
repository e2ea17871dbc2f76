# A recursive sub, a child, a call that dies, and one that is open at the end.

cat >a.pl <<'PERL'
sub nap { select undef, undef, undef, 0.06 }
sub deep { my ($n) = @_; if ($n) { deep($n - 1) } else { nap() } }
sub dies { nap(); die "no\n" }
sub leaves { nap(); exit 3 }
deep(40);
eval { dies() };
if (!fork) { nap(); nap(); nap(); exit } # wait takes long even if others run first
wait;
leaves();
PERL
run 3 $AGENT -q --slow='main::*>50ms' --slow-limit=100 -o a.out -- perl a.pl
subs() {
	lines a.out.slow.jsonl '$l->{sub}' | sort | uniq -c | xargs
}
expect [ "$(subs)" = '6 main::CORE:sselect 1 main::CORE:wait 41 main::deep 1 main::dies 1 main::leaves 6 main::nap' ]
expect [ "$(lines a.out.slow.jsonl '$l->{open} ? $l->{sub} : ""' | grep .)" = main::leaves ]
expect [ "$(lines a.out.slow.jsonl '$l->{pid}' | sort -u | wc -l)" = 2 ]
expect [ "$(lines a.out.slow.jsonl '($l->{more_callers} // 0) + @{ $l->{stack} }' | sort -n | tail -1)" = 43 ]

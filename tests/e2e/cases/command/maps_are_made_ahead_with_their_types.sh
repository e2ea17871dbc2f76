# Maps of keys and values have types.  They are those of the types that were loaded ahead, and not those that libbpf
# loads with the programs, whose read-only data are frozen.

[ -x "$BPFTOOL" ] || skip 'needs bpftool'
cat >a.pl <<'PERL'
open my $f, '>', 'started'; close $f;
until (-e 'end') { select undef, undef, undef, 0.05 }
PERL
$AGENT -q -- perl a.pl & A=$!
await [ -e started ]
sed -n 's/^map_id:[[:space:]]*//p' /proc/$A/fdinfo/* | sort -un >ids
while read -r id; do "$BPFTOOL" -j map show id "$id" && echo; done <ids >maps
touch end
wait $A
expect_status 0

types() { sed -n 's/.*"btf_id":\([0-9]*\).*/\1/p' | sort -u; }
grep -E '"type":"(lru_)?hash"' maps >hashes
expect_that "$(wc -l <hashes) >= 30"
expect [ "$(grep -c '"btf_id":' hashes)" = "$(wc -l <hashes)" ]
ahead=$(types <hashes)
expect [ "$(wc -w <<<"$ahead")" = 1 ]
expect [ "$(grep -c '"frozen":1' maps)" -ge 1 ]
expect [ "$(grep '"frozen":1' maps | types | grep -cx "$ahead")" = 0 ]

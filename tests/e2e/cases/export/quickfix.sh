# quickfix: vim's list of errors has each line, the one that took the most time first.

make_profiles
cat >list.vim <<'VIM'
let entries = map(getqflist(), 'v:val.valid . " " . fnamemodify(bufname(v:val.bufnr), ":t") . ":" . v:val.lnum . ":" . v:val.col . ":" . v:val.text')
call writefile(entries, 'entries')
qall!
VIM
for name in $PROFILES; do
	truth_of $name.out
	$AGENT export -q --format=quickfix $name.out >$name.qf
	expect_status 0
	rm -f entries
	run 0 timeout 60 vim -u NONE -N -i NONE -n -es -q $name.qf -S list.vim </dev/null
	expect [ "$(wc -l <entries)" = "$(wc -l <$name.qf)" ]
	expect [ "$(grep -vc '^1 ' entries)" = 0 ]
	counts=$(grep -oP 'ms, \K[0-9]+(?= (executions|samples))' $name.qf | awk '{ sum += $1 } END { print sum + 0 }')
	expect [ "$counts" = "$stmts" ]
	ms=$(grep -oP ':1: \K[0-9.]+(?= ms, )' $name.qf | awk '{ sum += $1 } END { printf "%.3f", sum }')
	lines=$(wc -l <$name.qf)
	expect [ "$(grep -oP ':1: \K[0-9.]+(?= ms, )' $name.qf | sort -C -rg; echo $?)" = 0 ]
	expect_that "$ms * 1e6 - $ns < $lines * 501 && $ns - $ms * 1e6 < $lines * 501"
done
expect grep -qE 'a.pl:13:1: .*, in \(eval [0-9]+\)\[.*a.pl:13\] line 1$' stock.qf
expect grep -q '/a.pl:4:1: .* executions$' stock.qf

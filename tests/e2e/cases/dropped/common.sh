# The rights that the agent has no more when it records.

# What a process may: capabilities and no_new_privs of all its threads, by the last word of each kind.
rights_of() {
	local name value
	sort -u /proc/"$1"/task/*/status | grep -E '^(Cap|NoNewPrivs)' | while read -r name value; do
		case $name in
		CapInh: | CapAmb:) [ "$value" = 0000000000000000 ] || echo "$name $value" ;;
		NoNewPrivs:) echo "$name $value" ;;
		*) capsh --decode=$value | sed 's/.*=//' | tr , '\n' >>capabilities ;;
		esac
	done
	sort -u capabilities | xargs
}

# Those, and what the arguments add.
expect_rights() {
	rights_of $A >stdout
	expect_lines 'NoNewPrivs: 1' "$(printf '%s\n' cap_bpf cap_checkpoint_restore cap_chown cap_dac_read_search \
		cap_perfmon cap_setgid cap_setuid cap_sys_ptrace "$@" | sort | xargs)"
}

# Records a.pl, which goes on until there is "end"; the agent is $A.
record_pid() {
	cat >a.pl <<'PERL'
sub f { 1 }
while (!-e 'end') { f(); select undef, undef, undef, 0.01 }
system 'perl', '-e', 'sub g { select undef, undef, undef, 0.1 } g() for 1 .. 30' if @ARGV;
PERL
	perl a.pl "${@:2}" & P=$!
	: >said
	$AGENT $1 --pid $P 2>said & A=$!
	recording said
}

end_pid() {
	touch end
	wait $P
	wait $A
	expect_status 0
}

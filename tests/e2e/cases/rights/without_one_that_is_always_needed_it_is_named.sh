# Without a capability that is always needed, that one is named.

for one in bpf perfmon sys_ptrace; do
	said="root lacks CAP_${one^^}, as in a container"
	run 1 root_with $(all_but $one) $AGENT -o w.out -p 1
	expect_one_line "$said"
	run 1 root_with $(all_but $one) $AGENT --all --mode=trace --output-dir=out
	expect_one_line "$said"
	run 1 root_with $(all_but $one) $AGENT -o w.out -- touch ran
	expect_one_line "$said"
	expect [ ! -e ran ]
	run 1 root_with $(all_but $one) $AGENT doctor
	expect_out "$said"
done

# Each command has a help of its own.

# Its words, what it has, and what it has not.
help_has() {
	run 0 $AGENT $1
	expect [ ! -s stderr ]
	expect_out "$2"
	expect_no_out "$3"
}
help_has 'record --help' --pid=PID 'ctl start'
help_has 'report --help' --top=N --mode
help_has 'report x.out -h' --top=N --mode
help_has 'ctl --help' 'reload ' --top
help_has 'ctl status --help' 'reload ' --top
help_has 'doctor --help' --pid=PID --top
help_has 'help doctor' --pid=PID --top
help_has --help 'ctl start' $'\n\n\n'
help_has help 'ctl start' $'\n\n\n'

# A command that is on the caller's PATH only is said to be so.

mkdir bin
printf '#!/bin/sh\ntrue\n' >bin/my-tool
chmod 755 bin/my-tool
PATH=$PWD/bin:$PATH run 127 as_sudo $AGENT -- my-tool
expect_one_line "can't run my-tool: it is not on the PATH that sudo sets, only on yours (/tmp/"
expect_err 'sudo env PATH="$PATH" nytprof-bpf ...'

# Where the caller may not look, nothing is told.
chmod 700 bin
PATH=$PWD/bin:$PATH run 127 as_sudo $AGENT -- my-tool
expect_one_line "can't run my-tool: no such command"

# One line before anything runs.

wrong() {
	local says=$1
	shift
	run ${STATUS:-2} $AGENT "$@" -- touch ran
	expect_one_line "$says"
	expect [ ! -e ran ]
}
for bad in Foo 'Foo>' '>50ms' 'Foo>50x' 'Foo>0' 'Foo>50ms,' 'Foo>-1'; do
	wrong 'must be SUB>TIME' --slow="$bad"
done
wrong '--slow: more than 8' --slow='a>1,b>1,c>1,d>1,e>1,f>1,g>1,h>1,i>1'
wrong '--slow-limit=0: must be a number of lines' --slow='a>1' --slow-limit=0
wrong '--slow-log needs --slow' --slow-log=x
wrong '--slow needs every call' --slow='a>1' --mode=sample
wrong '--slow: subs=0 leaves out the calls' --slow='a>1' --subs=0
STATUS=1
ln -s /etc/passwd link
wrong "can't write it" --slow='a>1' --slow-log=link
mkfifo pipe
wrong "--slow-log=pipe: " --slow='a>1' --slow-log=pipe

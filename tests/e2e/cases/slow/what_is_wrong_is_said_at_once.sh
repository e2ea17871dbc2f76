# One line before anything runs.

for bad in Foo 'Foo>' '>50ms' 'Foo>50x' 'Foo>0' 'Foo>50ms,' 'Foo>-1'; do
	refused 2 'must be SUB>TIME' --slow="$bad"
done
refused 2 '--slow: more than 8' --slow='a>1,b>1,c>1,d>1,e>1,f>1,g>1,h>1,i>1'
refused 2 '--slow-limit=0: must be a number of lines' --slow='a>1' --slow-limit=0
refused 2 '--slow-log needs --slow' --slow-log=x
refused 2 '--slow needs every call' --slow='a>1' --mode=sample
refused 2 '--slow: subs=0 leaves out the calls' --slow='a>1' --subs=0
ln -s /etc/passwd link
refused 1 "can't write it" --slow='a>1' --slow-log=link
mkfifo pipe
refused 1 "--slow-log=pipe: " --slow='a>1' --slow-log=pipe

# An output that can't be written is found out before anything starts.

mkdir subdir
mkfifo fifo
ln -s target link
refused() {
	run 1 $AGENT -o "$1" -- perl -e 'open my $f, q(>), q(ran)'
	expect_one_line "$2"
	expect_err "$1"
	expect [ ! -e ran ]
}
refused /no/such/dir/x.out 'No such file'
refused subdir 'it is a directory'
refused link 'symbolic link'
refused /dev/null 'not a regular file'
refused fifo 'not a regular file'
expect [ ! -e target ]
expect [ -e /dev/null ]

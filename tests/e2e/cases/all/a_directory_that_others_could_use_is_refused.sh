# A directory that others could use is refused.
mkdir real
ln -s real link
run 1 $AGENT --all --mode=trace --output-dir=link
expect_one_line "can't use the directory link: it is a symbolic link, or not a directory"
chmod 755 real
run 1 $AGENT --all --mode=trace --output-dir=real
expect_one_line 'other users can reach the directory real (owner 0, mode 0755)'
chmod 700 real
chown 54321 real
run 1 $AGENT --all --mode=trace --output-dir=real
expect_one_line 'other users can reach the directory real (owner 54321, mode 0700)'
mkdir -m 700 mine
ln -s /etc/passwd mine/.lock
run 1 $AGENT --all --mode=trace --output-dir=mine
expect_one_line "can't open mine/.lock"
run 1 $AGENT --all --mode=trace --output-dir=not/there
expect_one_line "can't create the directory not/there: No such file or directory"

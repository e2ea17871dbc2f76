# --slow: calls that take long, each as a line of JSON.

# Prints an expression in $l for each line: lines FILE EXPRESSION
lines() {
	perl -MJSON::PP -e 'my ($file, $code) = @ARGV; open my $in, "<", $file or die; while (<$in>) { my $l = decode_json($_); my $v = eval $code; die $@ if $@; print "$v\n" }' "$1" "$2"
}

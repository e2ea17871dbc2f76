# The statements and times of each file, and the calls of each sub, are those of the stock reader.

perl -e 'print "my \$x=$_; if(\$x){print \$x}\n" for 1 .. 300' >in.pl
NYTPROF=file=tidy.out perl -d:NYTProf /usr/bin/perltidy -o /dev/null in.pl
expect_status 0
perl -MDevel::NYTProf::Data -e '
	my $p = Devel::NYTProf::Data->new({ filename => "tidy.out", quiet => 1 });
	for my $f ($p->all_fileinfos) {
		next if $f->eval_fid;
		my $n = $f->sum_of_stmts_count(1) or next;
		printf "%s %d\n", $f->filename, $n;
	}
' | sort >theirs
expect [ -s theirs ]
run 0 $AGENT report --limit=100000 tidy.out
awk '/^Lines/ { exit } on && $5 { print $5, $1 } /^Files/ { on = 1 }' stdout | grep '^/' | sort >ours
expect diff theirs ours
perl -MDevel::NYTProf::Data -e '
	my $p = Devel::NYTProf::Data->new({ filename => "tidy.out", quiet => 1 });
	my $s = $p->subname_subinfo_map;
	$s->{$_}->calls and print "$_ ", $s->{$_}->calls, "\n" for keys %$s;
' | sort >theirs
awk '/^Files/ { exit } on && $7 ~ /::/ { print $7, $1 } /^Subs by incl/ { on = 1 }' stdout | sort >ours
expect diff theirs ours

# The first statements of a program
# NYTProf is loaded by the program's perl, and its own start is charged to the statement that waits for it. Here that time does not exist.
# nytprof: stdout() =~ /NYTProf/
# ours: stdout() !~ /NYTProf/
print join("\n", sort keys %INC), "\n";

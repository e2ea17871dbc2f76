# The first statements of a program
# NYTProf is loaded by the program's perl, and its own time is in the profile of the statement that waits for it; here the program's wall time is its own.
# nytprof: stdout() =~ /NYTProf/
# ours: stdout() !~ /NYTProf/
print join("\n", sort keys %INC), "\n";

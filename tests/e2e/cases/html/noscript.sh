# Without script a page has the totals and the longest subs and lines; what needs script is not seen.

record_work
page ours
profile ours.out >ours.text 2>stderr
browse noscript ours.html
expect_out 'Without script this page has the totals'
expect_out 'statements'
expect_out 'Subs by exclusive time'
expect_out 'Lines by time'
expect_out 'work'
expect_out 'for my $i (1 .. 2000)'
expect_no_out 'Flame graph'
expect_no_out 'Overview'

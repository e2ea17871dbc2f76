# A page whose data are damaged says so, and shows what it has without them.

record_work
page ours
perl -pe 's/(id="data">")....../$1AAAAAA/' ours.html >damaged.html
expect [ "$(cmp -l ours.html damaged.html | wc -l)" -ge 4 ]
browse damaged damaged.html

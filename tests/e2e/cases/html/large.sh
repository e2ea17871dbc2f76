# A page of perlcritic's profile is small, and quick in the browser. So is one of changes.

printf 'use strict;\nmy $x = 1;\nsub f { return $x + shift }\nprint f(1);\n' >tiny.pl
run 2 $AGENT -q -o critic.out -- perl /usr/bin/perlcritic --noprofile --brutal --force --quiet tiny.pl || exit
page critic
expect_that "$(stat -c %s critic.html) <= 1500000"
run 2 $AGENT -q -o again.out -- perl /usr/bin/perlcritic --noprofile --brutal --force --quiet tiny.pl || exit
run 0 $AGENT diff --html -o changes.html critic.out again.out
expect_that "$(stat -c %s changes.html) <= 1500000"
browse large critic.html changes.html

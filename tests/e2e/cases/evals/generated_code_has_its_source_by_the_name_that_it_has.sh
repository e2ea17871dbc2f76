# Code that modules generate has its source by the name that it has, which is no file.

cat >a.pl <<'PERL'
use Mojo::Template; use Template; use Eval::TypeTiny (); use Eval::Closure ();
print Mojo::Template->new->name('first.ep')->render("a\n% for my \$i (1 .. 3) {\n<%= \$i %>\n% }\n");
Template->new->process(\"[% name = 1 %]\n[% name %]\n") or die;
Eval::TypeTiny::eval_closure(source => 'sub { $_[0] + 1 }', description => 'tiny')->(1);
Eval::Closure::eval_closure(source => "sub {\n  \$_[0] + 1 }", description => 'accessor x (defined at a.pl line 6)')->(1);
PERL

run 0 $AGENT --strict -- perl a.pl || exit
expect_no_err 'is not in the profile'

read_profile nytprof.out
expect_line /first.ep:3 6
expect_out '/first.ep:3 $_O .= scalar +  $i ;'
expect_out "/input text:1 \$stash->set('name', 1);"
expect_out '/tiny:1 sub { $_[0] + 1 }'
expect_out '/accessor x (defined at a.pl line 6):2   $_[0] + 1 }'
expect_silent_readers

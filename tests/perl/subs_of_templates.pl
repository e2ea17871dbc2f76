# Template engines compile a sub in which #line names the template: NYTProf has a sub in the file of its closing
# brace, and names it after that.
use strict;
use warnings;

sub note { return }

sub compile {
    my ($name, $text) = @_;
    my $sub = eval "package Template::Made;\nsub {\n my \$out = '';\n#line 1 \"$name\"\n$text\n return \$out;\n}";
    die $@ if !$sub;
    return $sub;
}

my $page = compile('page.tmpl', "\$out .= \$_ for \@_;\nmy \$inner = sub {\n 'inner';\n};\n\$out .= \$inner->();");
my $head = compile('head.tmpl', "main::note();\n\$out = 'head';");
print $page->($_), $head->(), "\n" for 1 .. 3;

# A named one, and one whose text comes back to the file of the eval.
eval "sub named {\n my \$x = 1;\n#line 7 \"named.tmpl\"\n note();\n return \$x;\n}\n1" or die $@;
print named(), "\n";
my $both = eval "sub {\n#line 3 \"part.tmpl\"\n my \$x = 2;\n#line 5 \"rest.tmpl\"\n note();\n return \$x;\n}" or die $@;
print $both->(), "\n";

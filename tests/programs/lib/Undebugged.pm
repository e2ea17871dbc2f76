package Undebugged;

# Modules that ask whether there is a debugger ($^P) and then do something else: NYTProf is one, so the program would not be
# the same with it and without.  What is loaded here of those that are named asks nothing: copies, in the current directory.
#
# Nor would it be for who looks at names (Class::MOP does): a debugger's perl takes the name of an anonymous sub apart at each
# "::" of the file in it.  So those of the #lines that Eval::Closure makes have dots.  And they have no directories: they
# would be too long for the names of nytprofhtml's files.
#
#   use Undebugged qw(Eval::Closure);

use strict;
use warnings;
use Cwd qw(getcwd);
use File::Basename qw(dirname);
use File::Path qw(make_path);

sub import {
    my ($class, @modules) = @_;
    my $dotted = q(@{[ join '.', split '::', $description =~ s{/[^ ]*/}{}r ]});
    my $dir    = getcwd() . '/undebugged';
    for my $file (map { s{::}{/}gr . '.pm' } @modules) {
        my ($from) = grep { -e } map { "$_/$file" } grep { !ref } @INC;
        make_path(dirname("$dir/$file"));
        open my $in,  '<:raw', $from         or die "$file: $!";
        open my $out, '>:raw', "$dir/$file" or die "$dir/$file: $!";
        while (<$in>) {
            s/\$\^P\b/0/g;
            s/(qq\{#line \$line ")\$description"/$1$dotted"/;
            print {$out} $_;
        }
        close $out or die "$dir/$file: $!";
    }
    unshift @INC, $dir;
    return;
}

1;

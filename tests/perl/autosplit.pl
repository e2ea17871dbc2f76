# Modules that AutoSplit has cut up: the parts name the module as it was where it was built.
# oracle-rule: autosplit-source
# oracle-rule: part-that-calls-nothing evals
use strict;
use warnings;
use File::Path qw(make_path);

sub put {
    my ($file, @lines) = @_;
    open my $fh, '>', $file or die "$file: $!";
    print $fh map { "$_\n" } @lines;
    close $fh or die "$file: $!";
    return;
}

# Lines of the module, as AutoSplit.pm writes them.
sub part {
    my ($dir, $package, $sub, $first, @lines) = @_;
    (my $path = $package) =~ s{::}{/}g;
    make_path("lib/auto/$path");
    my $al = "lib/auto/$path/$sub.al";
    put($al, "# NOTE: Derived from $dir/$path.pm.", '# See AutoSplit.pm.', "package $package;", '',
        "#line $first \"$dir/$path.pm (autosplit into $dir/auto/$path/$sub.al)\"", @lines, '', "# end of ${package}::$sub", '1;');
    return;
}

sub module {
    my ($package, @lines) = @_;
    (my $path = $package) =~ s{::}{/}g;
    put("lib/$path.pm", "package $package;", 'use strict;', 'use AutoLoader "AUTOLOAD";', 'sub here { return "here" }', '1;', '__END__', @lines);
    return;
}

BEGIN {
    make_path("lib/$_") for qw(One/Tool Two/Tool);
    my @first  = ('sub later {', '    my ($x) = @_;', '    my $sub = sub { return $x + 1 };', '    return $sub->();', '}');
    my @second = ('sub twice {', '    my ($x) = @_;', '    return later(later($x));', '}');
    my @evals = ('sub evals {', '    my ($x) = @_;', '    return eval "\$x + 1";', '}');
    for my $package (qw(One::Tool Two::Tool)) {
        module($package, @first, @second, @evals);
        part('blib/lib', $package, 'later', 7,  @first);
        part('blib/lib', $package, 'twice', 12, @second);
        part('../../blib/lib', $package, 'evals', 16, @evals);
    }
}
use lib 'lib';
use One::Tool;
print One::Tool::here(), One::Tool::later(1), One::Tool::twice(2), One::Tool::evals(3), "\n";
print One::Tool::later($_), "\n" for 1 .. 3;
require Two::Tool;
print Two::Tool::here(), Two::Tool::later(1), Two::Tool::twice(2), Two::Tool::evals(3), "\n";

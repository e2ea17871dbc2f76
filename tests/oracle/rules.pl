# SPDX-License-Identifier: GPL-2.0-or-later
#
# What may differ between NYTProf's profile and ours, each with its reason.  A rule changes the two
# profiles it is given ($theirs, $ours) so that what remains must be equal, and returns how many
# facts it touched.

use strict;
use warnings;

our @RULES;

# The files that are loaded before NYTProf starts, found out by loading what it loads.
our $perl;    # of oracle.pl
open my $inc, '-|', in_root(), $perl, '-e', 'require Devel::NYTProf::Core; print "$_\n" for values %INC' or die "$perl: $!";
my %preloaded = map { chomp; $_ => 1 } <$inc>;
close $inc or die "$perl can't load Devel::NYTProf\n";

sub rule {
    my ($name, $reason, $apply) = @_;
    push @RULES, { name => $name, reason => $reason, apply => $apply };
}

# A rule that a script has to ask for.
sub rule_on_request {
    rule(@_);
    $RULES[-1]{on_request} = 1;
}

rule 'begin-sequence' =>
    'A BEGIN block is named after its line.  Where the package has another of that line already, '
    . 'NYTProf appends a counter that runs over the whole process; here they are one sub.',
    sub {
        my ($theirs, $ours) = @_;
        return rename_subs($theirs, sub { $_[0] =~ s/(::BEGIN\@\d+)\.\d+$/$1/r });
    };

rule 'latin1-name' =>
    'NYTProf writes the name of a sub as perl keeps it, in Latin-1 if that is enough; here names are '
    . 'UTF-8, as the HTML pages are.',
    sub {
        my ($theirs, $ours) = @_;
        my $utf8 = sub { my $name = shift; utf8::decode(my $copy = $name) or utf8::encode($name); return $name };
        return rename_subs($theirs, $utf8);
    };

rule 'preloaded' =>
    'NYTProf replaces the op functions when it is loaded, so it sees nothing of code that was '
    . 'compiled before: its own modules, and those they use.  We see that code like any other.',
    sub {
        my ($theirs, $ours) = @_;
        my ($touched, %unseen) = (0);
        for my $file (keys %preloaded) {
            $touched += keys %{ delete $_->{$file} // {} } for line_tables($ours);
            delete $ours->{files}{$file};
        }
        for my $row (keys %{ $ours->{calls} }) {
            my ($file) = $row =~ /^(.*?):\d+\t/;
            next if !$preloaded{$file};
            $unseen{ edge($row) } = 1;
            delete $ours->{calls}{$row};
            $touched++;
        }
        recount_called($ours);
        drop_stacks($theirs, $ours, \%unseen);
        for my $p ($theirs, $ours) {
            my $subs = $p->{subs};
            delete @$subs{ grep { $preloaded{ $subs->{$_}{file} // '' } && !$subs->{$_}{called} } keys %$subs };
        }
        # Of two BEGIN blocks with one name it sees the second only.
        for my $sub (grep { /::BEGIN\@/ && $preloaded{ $ours->{subs}{$_}{file} // '' } } keys %{ $ours->{subs} }) {
            my $theirs_is = $theirs->{subs}{$sub} or next;
            @{ $ours->{subs}{$sub} }{qw(file first last)} = @$theirs_is{qw(file first last)};
        }
        return $touched;
    };

rule 'uncalled-lexical' =>
    'A lexical sub (my sub f) that is never called is not listed: its name is in the pad of the code around it, '
    . 'which is not looked at.',
    sub {
        my ($theirs, $ours) = @_;
        my @lexical = grep { !$ours->{subs}{$_} && is_lexical($_, $theirs->{subs}{$_}) } keys %{ $theirs->{subs} };
        delete @{ $theirs->{subs} }{@lexical};
        return scalar @lexical;
    };

rule 'renamed-sub' =>
    'When a program gives an anonymous sub a name, NYTProf lists it by both names, called or not; here by that '
    . 'which it is called by, and if it is not called, by the one that it had when it was made.',
    sub {
        my ($theirs, $ours) = @_;
        my %anonymous = map { join(':', map { $_ // '' } @$_{qw(file first last)}) => 1 }
            map { $theirs->{subs}{$_} } grep { /::__ANON__\[/ } keys %{ $theirs->{subs} };
        my @renamed = grep {
            my $s = $theirs->{subs}{$_};
            !$ours->{subs}{$_} && !$s->{called} && $anonymous{ join ':', map { $_ // '' } @$s{qw(file first last)} };
        } keys %{ $theirs->{subs} };
        delete @{ $theirs->{subs} }{@renamed};
        return scalar @renamed;
    };

rule 'begin-of-perl' =>
    'The BEGIN block by which perl itself loads a module while the program runs (PerlIO::scalar) has no lines in '
    . 'NYTProf; here it has those of the statement.',
    sub {
        my ($theirs, $ours) = @_;
        my @begins = grep { /::BEGIN\@/ && !$theirs->{subs}{$_}{last} && ($ours->{subs}{$_} // {})->{last} }
            keys %{ $theirs->{subs} };
        delete @{ $_->{subs} }{@begins} for $theirs, $ours;
        return scalar @begins;
    };

rule 'runtime-place' =>
    'main::RUNTIME is no sub, and has no place: NYTProf gives it line 1 of some file, here it is the program\'s.',
    sub {
        my ($theirs, $ours) = @_;
        my ($x, $y) = map { $_->{subs}{'main::RUNTIME'} } $theirs, $ours;
        return 0 if !$x || !$y || $x->{file} eq $y->{file};
        $x->{file} = $y->{file};
        return 1;
    };

rule 'files-of-the-parent' =>
    'In the profile of a forked process NYTProf lists the subs of all files that its parent had run; here '
    . 'those of the files in which the process itself ran.',
    sub {
        my ($theirs, $ours) = @_;
        my $subs = $theirs->{subs};
        my @others = grep { !$subs->{$_}{called} && !$ours->{files}{ $subs->{$_}{file} // '' } } keys %$subs;
        delete @$subs{@others};
        return scalar @others;
    };

rule 'sub-of-an-eval' =>
    'With stmts=0 NYTProf does not know the file that a string eval is, and shows a sub that was defined in it as '
    . 'if it were a C function.',
    sub {
        my ($theirs, $ours) = @_;
        my @subs = grep {
            !$theirs->{subs}{$_}{last} && ($ours->{subs}{$_} // {})->{last} && $ours->{subs}{$_}{file} =~ /^\(eval /
        } keys %{ $theirs->{subs} };
        return 0 if $theirs->{stmts};
        delete @{ $_->{subs} }{@subs} for $theirs, $ours;
        return scalar @subs;
    };

rule_on_request 'uncaught-die' =>
    'When a die that nobody catches ends a process, NYTProf has not written the statement that died (the '
    . 'argument is its file and line), unless code that runs later, or leave=0, makes it do so.',
    sub {
        my ($theirs, $ours, $name, $line) = @_;
        my ($file) = grep { m{/\Q$name\E$} } keys %{ $theirs->{lines} };
        my $differs = ($ours->{lines}{$file}{$line} // 0) - ($theirs->{lines}{$file}{$line} // 0);
        return 0 if $differs != 1;
        $_->{$file}{$line}++ for line_tables($theirs);
        return 1;
    };

rule 'format-is-a-sub' =>
    'A format that calls subs is listed as what they were called by, which NYTProf does not list.',
    sub {
        my ($theirs, $ours) = @_;
        my @formats = grep { !$theirs->{subs}{$_} && source_says($ours->{subs}{$_}, qr/^format\b/) } keys %{ $ours->{subs} };
        delete @{ $ours->{subs} }{@formats};
        return scalar @formats;
    };

rule 'compiled-in-an-eval' =>
    'NYTProf lists the subs that there are when the process ends; here a sub of a string eval is listed that was '
    . 'compiled, also if the eval died then, or another eval made the sub again.',
    sub {
        my ($theirs, $ours) = @_;
        my @subs = grep {
            my $s = $ours->{subs}{$_};
            !$theirs->{subs}{$_} && !$s->{called} && ($s->{file} // '') =~ /^\(eval /;
        } keys %{ $ours->{subs} };
        delete @{ $ours->{subs} }{@subs};
        return scalar @subs;
    };

rule_on_request 'blocks-of-a-format' =>
    'With blocks=1 NYTProf says of one statement behind a write that the format is still around it.',
    sub {
        my ($theirs, $ours, $name) = @_;
        my ($file) = grep { m{/\Q$name\E$} } keys %{ $theirs->{sub_lines} // {} } or return 0;
        delete $_->{sub_lines}{$file} for $theirs, $ours;
        return 1;
    };

rule_on_request 'regex-code' =>
    'Outside of any sub, NYTProf says that a code block of a qr// is the caller, as the anonymous sub '
    . 'that perl made of it; here the caller is the program.',
    sub {
        my ($theirs, $ours) = @_;
        delete $_->{subs}{'main::RUNTIME'} for $theirs, $ours;
        delete @{ $ours->{subs} }{ grep { /^main::__ANON__\[/ } keys %{ $ours->{subs} } };
        my $touched = rename_subs($theirs, sub { $_[0] =~ s/^main::__ANON__\[.*/main::RUNTIME/r });
        delete $theirs->{subs}{'main::RUNTIME'};
        return $touched;
    };

rule 'loader-address' =>
    'perl names what a hook in @INC provides after the address of the hook, which is random.',
    sub {
        my $touched = 0;
        for my $p (@_[0, 1]) {
            my $same = sub { $_[0] =~ s{/loader/0x[0-9a-f]+/}{/loader/ADDRESS/}r };
            for my $table ($p->{files}, line_tables($p)) {
                for my $file (grep { $same->($_) ne $_ } keys %$table) {
                    $table->{ $same->($file) } = delete $table->{$file};
                    $touched++;
                }
            }
            for my $row (grep { $same->($_) ne $_ } keys %{ $p->{calls} }) {
                $p->{calls}{ $same->($row) } = delete $p->{calls}{$row};
            }
            defined $_->{file} and $_->{file} = $same->($_->{file}) for values %{ $p->{subs} };
        }
        return $touched;
    };

rule_on_request 'overload-deref' =>
    'To find out which sub is called, NYTProf dereferences an object with overloaded &{} itself, so '
    . 'that the overloading sub (the argument) runs more often than without a profiler.',
    sub {
        my ($theirs, $ours, $sub) = @_;
        my $touched = 0;
        for my $p ($theirs, $ours) {
            my ($file, $first, $last) = @{ $p->{subs}{$sub} // {} }{qw(file first last)};
            delete @{ $_->{$file} }{ $first .. $last } for line_tables($p);
            for my $row (keys %{ $p->{calls} }) {
                my (undef, $caller, $callee) = split /\t/, $row;
                next if $callee ne $sub;
                delete $p->{calls}{$row};
                $touched++;
            }
            delete $p->{stacks}{$_} for grep { /(^|;)\Q$sub\E(;|$)/ } keys %{ $p->{stacks} };
            recount_called($p);
        }
        return $touched;
    };

# file => line => count, of statements, and of blocks and subs if the profile has those.
sub line_tables {
    my ($p) = @_;
    return grep { $_ } @$p{qw(lines block_lines sub_lines)};
}

# Does the line on which an uncalled sub begins say "my sub" or "state sub"?
sub is_lexical {
    my ($name, $sub) = @_;
    my ($short) = $name =~ /(\w+)$/ or return 0;
    return source_says($sub, qr/\b(?:my|state)\s+sub\s+\Q$short\E\b/);
}

# Is an uncalled sub's first line, or one that is above it, like that?
sub source_says {
    my ($sub, $pattern) = @_;
    return 0 if $sub->{called} || !$sub->{first};
    open my $fh, '<', ($ENV{ORACLE_ROOT} // '') . $sub->{file} or return 0;
    my @lines = <$fh>;
    return grep { defined && $_ =~ $pattern } @lines[ ($sub->{first} > 2 ? $sub->{first} - 3 : 0) .. $sub->{first} - 1 ];
}

# Gives subs other names; rows and subs that become one are added up.
sub rename_subs {
    my ($p, $new_name) = @_;
    my ($touched, %calls, %subs) = (0);
    for my $row (keys %{ $p->{calls} }) {
        my ($place, $caller, $callee) = split /\t/, $row;
        my $new = join "\t", $place, map { $new_name->($_, $place) } $caller, $callee;
        $touched++ if $new ne $row;
        my $sum = $calls{$new} //= [ 0, 0 ];
        $sum->[0] += $p->{calls}{$row}[0];
        $sum->[1] = $p->{calls}{$row}[1] if $p->{calls}{$row}[1] > $sum->[1];
    }
    # Where several become one, the one that has the name already has the lines.
    for my $sub (sort { ($new_name->($b) eq $b) <=> ($new_name->($a) eq $a) || $a cmp $b } keys %{ $p->{subs} }) {
        my $s = $subs{ $new_name->($sub) } //= {};
        %$s = (%{ $p->{subs}{$sub} }, %$s);
        $s->{called} ||= $p->{subs}{$sub}{called};
    }
    @$p{qw(calls subs)} = (\%calls, \%subs);
    my %stacks;
    for my $stack (keys %{ $p->{stacks} }) {
        $stacks{ join ';', map { $new_name->($_) } split /;/, $stack } += $p->{stacks}{$stack};
    }
    $p->{stacks} = \%stacks;
    return $touched;
}

# "caller;callee" of a row of calls, in the words of nytprofcalls.
sub edge {
    my ($row) = @_;
    return join ';', map { stack_name($_) } (split /\t/, $row)[ 1, 2 ];
}

sub stack_name {
    my ($name) = @_;
    $name =~ s/\( (\w*eval)\s\d+ \) (?= \[ .+? :\d+ \] )/($1 0)/gx;
    return $name;
}

# The stacks with a call that NYTProf does not see; in its own ones what that called hangs higher.
sub drop_stacks {
    my ($theirs, $ours, $unseen) = @_;
    my %known = map { edge($_) => 1 } keys %{ $ours->{calls} };
    my $edges = sub { my @path = ('main::RUNTIME', split /;/, shift); map { "$path[$_ - 1];$path[$_]" } 1 .. $#path };
    for my $stack (keys %{ $ours->{stacks} }) {
        next if !grep { $unseen->{$_} || $unseen->{ s/^main::RUNTIME;/main::NULL;/r } } $edges->($stack);
        delete $_->{stacks}{$stack} for $theirs, $ours;
    }
    for my $stack (keys %{ $theirs->{stacks} }) {
        my (undef, @below) = $edges->($stack);
        delete $theirs->{stacks}{$stack} if grep { !$known{$_} } @below;
    }
}

# Which subs are called, after rows were taken out.
sub recount_called {
    my ($p) = @_;
    delete $_->{called} for values %{ $p->{subs} };
    for my $row (keys %{ $p->{calls} }) {
        my (undef, undef, $callee) = split /\t/, $row;
        $p->{subs}{$callee}{called} = 1;
    }
}

1;

# SPDX-License-Identifier: GPL-2.0-or-later
#
# The accepted differences between NYTProf's profile and ours, each with its reason.  A rule changes
# the two profiles ($theirs, $ours) so that the rest must be equal.  It returns how many facts it
# changed.

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
    'A BEGIN block is named after its line. If the package already has one of that line, '
    . 'NYTProf appends a counter of the whole process. Here they are one sub.',
    sub {
        my ($theirs, $ours) = @_;
        return rename_subs($theirs, sub { $_[0] =~ s/(::BEGIN\@\d+)\.\d+$/$1/r });
    };

rule 'latin1-name' =>
    'NYTProf writes the name of a sub as perl keeps it: in Latin-1 if possible. Here all '
    . 'names are UTF-8, as the HTML pages are.',
    sub {
        my ($theirs, $ours) = @_;
        my $utf8 = sub { my $name = shift; utf8::decode(my $copy = $name) or utf8::encode($name); return $name };
        return rename_subs($theirs, $utf8);
    };

rule 'anonymous-in-an-odd-file' =>
    'NYTProf makes perl name each anonymous sub (op.c of perl: PERLDB_NAMEANON). If the file '
    . 'of a "#line" has a quote or "::" in its name, perl takes everything before that for a '
    . 'package.',
    sub {
        my ($theirs, $ours) = @_;
        my %name;
        for my $sub (keys %{ $ours->{subs} }) {
            my ($tail) = $sub =~ /::(__ANON__\[.*(?:'|::).*:\d+\])$/s or next;
            $name{ $tail =~ s/^(.*)(?:'|::)/$1::/sr } = $sub;
        }
        return rename_subs($theirs, sub { $name{ $_[0] } // $_[0] });
    };

rule_on_request 'address-in-a-name' =>
    'The program itself makes names or the source of evals from addresses (the text before an '
    . 'address is an argument). Addresses differ in each run.',
    sub {
        my ($theirs, $ours, @before) = @_;
        my $address = join '|', map { quotemeta } @before;
        my $same = sub { $_[0] =~ s/($address)[0-9a-f]{12,}/$1ADDRESS/gr };
        my $touched = 0;
        for my $p ($theirs, $ours) {
            $touched += rename_subs($p, $same);
            for my $text (values %{ $p->{source} }) {
                $_ = $same->($_) for ref $text ? grep { defined } @$text : $text;
            }
        }
        return $touched;
    };

rule 'preloaded' =>
    'NYTProf replaces the op functions when it is loaded. So it sees no code that was '
    . 'compiled before: its own modules and those they use. Here that code is recorded like any '
    . 'other. NYTProf does not see a C function that such code calls, so it charges the calls '
    . 'of that function to the sub around it.',
    sub {
        my ($theirs, $ours) = @_;
        my ($touched, %unseen) = (0);
        for my $file (keys %preloaded) {
            $touched += drop_unseen_lines($theirs, $ours, $file);
            delete $ours->{source}{$file};
            delete $ours->{files}{$file} if !$theirs->{files}{$file};
        }
        call_from_around($theirs, $ours);
        for my $row (keys %{ $ours->{calls} }) {
            next if !in_preloaded($row) || $theirs->{calls}{$row};    # a BEGIN that C makes has the place of what runs
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
    'A lexical sub (my sub f) that is never called is not listed. Its name is in the pad of '
    . 'the code around it, which the agent does not read.',
    sub {
        my ($theirs, $ours) = @_;
        my @lexical = grep { !$ours->{subs}{$_} && is_lexical($_, $theirs->{subs}{$_}) } keys %{ $theirs->{subs} };
        delete @{ $theirs->{subs} }{@lexical};
        return scalar @lexical;
    };

rule 'renamed-sub' =>
    'If a program renames a sub, NYTProf lists it by both names, called or not, because '
    . 'set_subname has added it to %DB::sub. Here a called sub has the name by which it is '
    . 'called. An uncalled sub has its first name.',
    sub {
        my ($theirs, $ours) = @_;
        my $place = sub { join ':', map { $_ // '' } @{ $_[0] }{qw(file first last)} };
        my $subs = $theirs->{subs};
        my %made;
        for my $sub (grep { $ours->{subs}{$_} } keys %$subs) {
            $made{ $place->($subs->{$sub}) } = 1 if $place->($ours->{subs}{$sub}) eq $place->($subs->{$sub});
        }
        my @renamed = grep {
            my $o = $ours->{subs}{$_};
            !$subs->{$_}{called} && !($o && ($o->{called} || $place->($o) eq $place->($subs->{$_}))) && $made{ $place->($subs->{$_}) };
        } keys %$subs;
        delete @{ $_->{subs} }{@renamed} for $theirs, $ours;
        return scalar @renamed;
    };

rule 'several-by-one-name' =>
    'If a program gives one name to several subs that it calls, NYTProf has the lines of the '
    . 'last one, because %DB::sub has one entry for a name. Here it is the first one, by file '
    . 'and line.',
    sub {
        my ($theirs, $ours) = @_;
        my $place = sub { join ':', map { $_ // '' } @{ $_[0] }{qw(file first last)} };
        my %made;
        $made{ $place->($theirs->{subs}{$_}) }{$_} = 1 for keys %{ $theirs->{subs} };
        my @several;
        for my $sub (grep { $ours->{subs}{$_} } keys %{ $theirs->{subs} }) {
            my ($t, $o) = map { $_->{subs}{$sub} } $theirs, $ours;
            next if !$o->{called} || !$o->{last} || !$t->{last} || $place->($t) eq $place->($o);
            # Both have another name as well: that by which they were compiled.
            push @several, $sub if keys %{ $made{ $place->($t) } } > 1 && $made{ $place->($o) };
        }
        delete @{ $_->{subs} }{@several} for $theirs, $ours;
        return scalar @several;
    };

rule 'begin-of-perl' =>
    'Perl itself may load a module while the program runs (PerlIO::scalar). The BEGIN block '
    . 'for that has no lines in NYTProf. Here it has those of the statement.',
    sub {
        my ($theirs, $ours) = @_;
        my @begins = grep { /::BEGIN\@/ && !$theirs->{subs}{$_}{last} && ($ours->{subs}{$_} // {})->{last} }
            keys %{ $theirs->{subs} };
        delete @{ $_->{subs} }{@begins} for $theirs, $ours;
        return scalar @begins;
    };

rule 'runtime-place' =>
    'main::RUNTIME is not a sub and has no place. NYTProf gives it line 1 of some file. Here '
    . 'it is the program\'s file.',
    sub {
        my ($theirs, $ours) = @_;
        my ($x, $y) = map { $_->{subs}{'main::RUNTIME'} } $theirs, $ours;
        return 0 if !$x || !$y || $x->{file} eq $y->{file};
        $x->{file} = $y->{file};
        return 1;
    };

rule 'files-of-the-parent' =>
    'In the profile of a forked process, NYTProf lists the subs of all files that its parent '
    . 'ran. Here it lists those of the files that the process itself ran.',
    sub {
        my ($theirs, $ours) = @_;
        my $subs = $theirs->{subs};
        my @others = grep { !$subs->{$_}{called} && !$ours->{files}{ $subs->{$_}{file} // '' } } keys %$subs;
        delete @$subs{@others};
        return scalar @others;
    };

rule 'sub-of-an-eval' =>
    'With stmts=0 NYTProf does not know the file of a string eval, nor one that a "#line" in '
    . 'it names. It shows a sub that was defined there as if it were a C function, or not at '
    . 'all.',
    sub {
        my ($theirs, $ours) = @_;
        return 0 if $theirs->{stmts};
        my @subs = grep {
            my $o = $ours->{subs}{$_};
            $o->{last} && !($theirs->{subs}{$_} // {})->{last} && ($o->{file} =~ /^\(eval / || !-e(($ENV{ORACLE_ROOT} // '') . $o->{file}));
        } keys %{ $ours->{subs} };
        delete @{ $_->{subs} }{@subs} for $theirs, $ours;
        return scalar @subs;
    };

rule_on_request 'part-that-calls-nothing' =>
    'With stmts=0 NYTProf knows a part that AutoSplit has cut out only as the place of calls. '
    . 'It shows a sub in the part that calls nothing (the argument is the end of its name) as '
    . 'if it were a C function.',
    sub {
        my ($theirs, $ours, $name) = @_;
        return 0 if $theirs->{stmts};
        my @subs = grep { /::\Q$name\E$/ && !$theirs->{subs}{$_}{last} } keys %{ $theirs->{subs} };
        delete @{ $_->{subs} }{@subs} for $theirs, $ours;
        return scalar @subs;
    };

rule_on_request 'uncaught-die' =>
    'If an uncaught die ends a process, NYTProf has not written the statement that died, '
    . 'unless later code or leave=0 makes it do so.',
    sub {
        my ($theirs, $ours, $name, $line) = @_;
        my ($file) = grep { m{/\Q$name\E$} } keys %{ $theirs->{lines} };
        my $differs = ($ours->{lines}{$file}{$line} // 0) - ($theirs->{lines}{$file}{$line} // 0);
        return 0 if $differs != 1;
        $_->{$file}{$line}++ for line_tables($theirs);
        return 1;
    };

rule 'format-is-a-sub' =>
    'A format that calls subs is listed as their caller. NYTProf does not list it.',
    sub {
        my ($theirs, $ours) = @_;
        my @formats = grep { !$theirs->{subs}{$_} && source_says($ours->{subs}{$_}, qr/^format\b/) } keys %{ $ours->{subs} };
        delete @{ $ours->{subs} }{@formats};
        return scalar @formats;
    };

rule 'compiled-in-an-eval' =>
    'NYTProf lists the subs that exist when the process ends. Here a sub that was compiled in '
    . 'a string eval is listed, even if the eval then died, or if another eval defined the sub '
    . 'again.',
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
    'With blocks=1, NYTProf puts one statement after a write into the block of the format.',
    sub {
        my ($theirs, $ours, $name) = @_;
        my ($file) = grep { m{/\Q$name\E$} } keys %{ $theirs->{sub_lines} // {} } or return 0;
        delete $_->{sub_lines}{$file} for $theirs, $ours;
        return 1;
    };

rule_on_request 'block-in-a-condition' =>
    'From the second iteration on, a block in the condition of a loop is entered while '
    . 'PL_curcop is the last statement of the body. NYTProf takes that for the line where the '
    . 'block begins. Here it is the line of the loop. (The arguments: file, both lines.)',
    sub {
        my ($theirs, $ours, $name, $loop, $last) = @_;
        my ($file) = grep { m{/\Q$name\E$} } keys %{ $theirs->{block_lines} // {} } or return 0;
        my ($t, $o) = map { $_->{block_lines}{$file} // {} } $theirs, $ours;
        my $moved = ($t->{$last} // 0) - ($o->{$last} // 0);
        return 0 if $moved <= 0;
        $t->{$loop} += $moved;
        $t->{$last} -= $moved;
        return 1;
    };

rule_on_request 'regex-code' =>
    'Outside of any sub, NYTProf says that a code block of a qr// is the caller, as the '
    . 'anonymous sub that perl made of it. Here the caller is the program.',
    sub {
        my ($theirs, $ours) = @_;
        delete $_->{subs}{'main::RUNTIME'} for $theirs, $ours;
        delete @{ $ours->{subs} }{ grep { /^main::__ANON__\[/ } keys %{ $ours->{subs} } };
        my $touched = rename_subs($theirs, sub { $_[0] =~ s/^main::__ANON__\[.*/main::RUNTIME/r });
        delete $theirs->{subs}{'main::RUNTIME'};
        return $touched;
    };

rule 'loader-address' =>
    'Perl names the code from a hook in @INC after the address of the hook, which is random.',
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

rule_on_request 'names-in-the-symbol-table' =>
    'With NYTProf, each anonymous sub has a name in the symbol table (op.c of perl: '
    . 'PERLDB_NAMEANON). So a program that walks the symbol table does more there (the '
    . 'arguments are a sub and what it calls for each).',
    sub {
        my ($theirs, $ours, $caller, $callee) = @_;
        my $touched = 0;
        for my $p ($theirs, $ours) {
            my @rows = grep { /\t\Q$caller\E\t\Q$callee\E$/ } keys %{ $p->{calls} };
            $touched += @rows;
            delete @{ $p->{calls} }{@rows};
            delete @{ $p->{stacks} }{ grep { /;\Q$caller\E;\Q$callee\E$/ } keys %{ $p->{stacks} } };
        }
        return $touched;
    };

rule_on_request 'overload-deref' =>
    'To find out which sub is called, NYTProf itself dereferences an object with overloaded '
    . '&{}. So the overloading sub runs more often than without a profiler.',
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

rule 'blank-before-line' =>
    'The stock reader warns of a "#line N" in a source that the profile is out of sync with '
    . 'it. It is not. Here a blank before the "#line" keeps the reader silent.',
    sub {
        my ($theirs, $ours) = @_;
        my $touched = 0;
        for my $file (keys %{ $ours->{source} }) {
            my ($from, $to) = map { $_->{source}{$file} // [] } $theirs, $ours;
            for my $line (grep { ($to->[$_] // '') =~ /^ #\s*line\s+\d+\b/ } 0 .. $#$to) {
                next if ($from->[$line] // '') ne substr $to->[$line], 1;
                $to->[$line] = $from->[$line];
                $touched++;
            }
        }
        return $touched;
    };

rule 'line-not-kept' =>
    'NYTProf has the source that perl -d has kept. Some lines of statements over several '
    . 'lines are missing there. Here it is the text of the file.',
    sub {
        my ($theirs, $ours) = @_;
        my $touched = 0;
        for my $file (grep { !/^\(eval / } keys %{ $theirs->{source} }) {
            my ($from, $to) = map { $_->{source}{$file} // [] } $ours, $theirs;
            for my $line (grep { length($from->[$_] // '') && !length($to->[$_] // '') } keys %{ $theirs->{lines}{$file} // {} }) {
                $to->[$line] = $from->[$line];
                $touched++;
            }
        }
        return $touched;
    };

rule 'root-is-gone' =>
    'A program in another root directory that ends at once takes that root with it before the '
    . 'agent has opened it. The source of its files is then missing, and the agent says so. '
    . 'This concerns only programs in another root directory.',
    sub {
        my ($theirs, $ours) = @_;
        return 0 if !$ENV{ORACLE_ROOT};
        my @gone = grep { !/^\(eval / && !$ours->{source}{$_} } keys %{ $theirs->{source} };
        delete @{ $theirs->{source} }{@gone};
        return scalar @gone;
    };

rule_on_request 'line-behind-a-line-directive' =>
    'If a "#line" stands between sub and its block, perl -d keeps the line after it under the '
    . 'number of the "#line" itself (toke.c: lex_read_space reads on first). So that number has '
    . 'another text, or none. (The argument is the file that the "#line" names.)',
    sub {
        my ($theirs, $ours, $name) = @_;
        my ($file) = grep { m{/\Q$name\E$} } keys %{ $theirs->{source} } or return 0;
        delete $_->{source}{$file} for $theirs, $ours;
        return 1;
    };

rule_on_request 'filtered-source' =>
    'If a source filter changes a file, NYTProf has what perl compiled. Here it is the text '
    . 'of the file, because the counts belong to its lines.',
    sub {
        my ($theirs, $ours, $name) = @_;
        my @files = grep { m{/\Q$name\E$} } keys %{ $theirs->{source} };
        delete @{ $_->{source} }{@files} for $theirs, $ours;
        return scalar @files;
    };

rule_on_request 'autosplit-source' =>
    'If AutoSplit has cut up a module, NYTProf has the source of its last part, with the '
    . 'lines that AutoSplit adds after each part. Here it is the source of the module.',
    sub {
        my ($theirs, $ours) = @_;
        my $touched = 0;
        for my $file (grep { $ours->{source}{$_} && !/^\(eval / } keys %{ $theirs->{source} }) {
            my ($to, $from) = map { $_->{source}{$file} } $theirs, $ours;
            my @added = grep { ($to->[$_] // '') eq "1;\n" && ($from->[$_] // '') ne "1;\n" } 1 .. $#$to;
            $to->[$_] = $from->[$_] for @added;
            $touched += @added;
            next if $#$from >= $#$to;
            $#$to = $#$from;
            $touched++;
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

# Statements of a file that NYTProf does not see, but for those that it has: of them it may have fewer.
sub drop_unseen_lines {
    my ($theirs, $ours, $file) = @_;
    my $touched = 0;
    for my $level (qw(lines block_lines sub_lines)) {
        my ($t, $o) = map { ($_->{$level} // {})->{$file} // {} } $theirs, $ours;
        $touched += keys %$o;
        for my $line (keys %$o) {
            $o->{$line} = $t->{$line} // 0 if $o->{$line} > ($t->{$line} // 0);
        }
        delete @$o{ grep { !$o->{$_} } keys %$o };
    }
    return $touched;
}

# Is it a row of calls in a file that NYTProf does not see?
sub in_preloaded {
    my ($row) = @_;
    return $row =~ /^(.*?):\d+\t/ && $preloaded{$1};
}

# What a C function calls that only unseen code calls is called by the sub around it.
sub call_from_around {
    my ($theirs, $ours) = @_;
    my (%around, %seen);
    for my $row (keys %{ $ours->{calls} }) {
        my (undef, $caller, $callee) = split /\t/, $row;
        if   (in_preloaded($row)) { $around{$callee} = $caller if !$ours->{subs}{$callee}{last} }
        else                      { $seen{$callee} = 1 }
    }
    delete @around{ keys %seen };
    for my $row (keys %{ $ours->{calls} }) {
        my ($place, $caller, $callee) = split /\t/, $row;
        next if !$around{$caller};
        my $count = delete $ours->{calls}{$row};
        my $sum   = $ours->{calls}{"$place\t$around{$caller}\t$callee"} //= [ 0, 0 ];
        $sum->[0] += $count->[0];
        $sum->[1] = $count->[1] if $count->[1] > $sum->[1];
    }
    my %known = map { edge($_) => 1 } keys %{ $theirs->{calls} };
    for my $stack (keys %{ $ours->{stacks} }) {
        my @path   = split /;/, $stack;
        my @unseen = grep { ($around{ $path[$_] } // '') eq $path[ $_ - 1 ] && $known{"$path[$_ - 1];$path[$_ + 1]"} } 1 .. $#path - 1;
        splice @path, $_, 1 for reverse @unseen;
        $ours->{stacks}{ join ';', @path } += delete $ours->{stacks}{$stack} if @unseen;
    }
    return;
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

# Stops in one construct (the first argument), and says before where it is, by Carp; --list names all of them.
use strict;
use warnings;
no warnings qw(deprecated recursion closure void once);
use Carp ();
use List::Util ();

our ($stopped, %construct, @order);
chdir $1 if $0 =~ m{(.*)/};    # some write files

# The caller of longmess's caller is the first one that it names.
sub here {
    return 1 if $stopped++;
    my $said = Carp::longmess('') . "ready\n";
    utf8::encode($said) if utf8::is_utf8($said);
    my $done = 0;
    $done += syswrite STDOUT, $said, length($said) - $done, $done while $done < length $said;
    sleep 1000;
    return 1;
}

sub construct { my ($name, $code) = @_; $construct{$name} = $code; push @order, $name; return }

sub write_file {
    my ($name, $text) = @_;
    open my $f, '>', $name or die "$name: $!";
    print $f $text;
    close $f;
    return $name;
}

sub level { return here(@_) }
sub Some::Class::method { my $self = shift; return main::level(@_) }
sub Some::Class::new { return bless {}, shift }

construct plain => sub { level(1, 'two', undef) };
construct method => sub { Some::Class->new->method(3) };
construct indirect_method => sub { my $name = 'method'; Some::Class->$name };
construct can => sub { Some::Class->can('method')->('Some::Class') };
construct sort_block => sub { my @s = sort { level($a); $a <=> $b } 3, 1, 2 };

sub by_number { level($a); return $a <=> $b }
sub by_prototype($$) { my ($x, $y) = @_; level($x); return $x <=> $y }
construct sort_sub_name => sub { my @s = sort by_number 3, 1, 2 };
construct sort_prototype => sub { my @s = sort by_prototype 3, 1, 2 };
construct sort_sub_variable => sub { my $by = sub { level(); $a <=> $b }; my @s = sort $by 3, 1, 2 };
construct sort_in_map => sub { my @s = map { sort { level(); $a <=> $b } @$_ } [2, 1], [4, 3] };

package Overloaded {
    use overload
        '+'  => sub { main::level(); 7 },
        '""' => \&text,
        '<=>' => sub { main::level(); 0 },
        'bool' => sub { 1 },
        '&{}' => sub { main::level(); sub { 1 } };
    sub new { return bless [], shift }
    sub text { main::level(); return 'text' }
}
construct overload_add => sub { my $x = Overloaded->new + 1 };
construct overload_text => sub { my $x = 'a ' . Overloaded->new };
construct overload_in_sort => sub { my @s = sort { $a <=> $b } Overloaded->new, Overloaded->new };
construct overload_code => sub { Overloaded->new->() };

package Tied {
    sub TIESCALAR { return bless [], shift }
    sub FETCH { main::level(); return 1 }
    sub STORE { main::level(); return 1 }
    sub TIEHASH { return bless {}, shift }
    sub DELETE { main::level() }
    sub TIEHANDLE { return bless {}, shift }
    sub PRINT { main::level() }
}
construct tie_fetch => sub { tie my $t, 'Tied'; my $x = $t };
construct tie_store => sub { tie my $t, 'Tied'; $t = 2 };
construct tie_delete => sub { tie my %t, 'Tied'; delete $t{x} };
construct tie_handle => sub { tie *TIED, 'Tied'; print TIED 'x' };

sub Destroyed::DESTROY { main::level() }
construct destroy_at_scope_end => sub { { my $d = bless [], 'Destroyed' } 1 };
construct destroy_by_undef => sub {
    my $d = bless [], 'Destroyed';
    undef $d;
};
construct destroy_by_die => sub { eval { my $d = bless [], 'Destroyed'; die "x\n" } };

construct require_file => sub { require(write_file('./Required.pm', "package Required;\n\nmain::level();\n1;\n")) };
construct do_file => sub { do(write_file('./done.pl', "main::level();\n")) };
construct use_import => sub {
    write_file('Importing.pm', "package Importing;\nsub import {\n main::level();\n}\n1;\n");
    eval "use lib '.';\n\nuse Importing 'x'; 1" or die $@;
};
construct use_nested => sub {
    write_file('Outer.pm', "package Outer;\n\nuse Inner;\n1;\n");
    write_file('Inner.pm', "package Inner;\nBEGIN {\n main::level() }\n1;\n");
    unshift @INC, '.';
    require Outer;
};
construct inc_hook => sub { unshift @INC, sub { level(); return }; eval { require Not::There } };
construct begin_block => sub { eval "\nBEGIN {\n level()\n }\n1" or die $@ };

construct eval_block => sub { eval { level(); 1 } };
construct eval_nested => sub {
    eval {
        eval { level() };
        1;
    };
};
construct eval_text => sub { eval "1;\nlevel(1);\n1" };
construct eval_text_nested => sub { eval q{ eval "\nlevel(2);" . '' } };
construct eval_text_with_sub => sub { eval "sub made {\n\nlevel() }\n1"; made() };
construct die_handler => sub { local $SIG{__DIE__} = sub { level() }; eval { die "x\n" } };
construct warn_handler => sub { local $SIG{__WARN__} = sub { level() }; warn "x\n" };
construct signal_handler => sub {
    local $SIG{USR1} = sub { level() };
    kill USR1 => $$;
    1 for 1 .. 10;
};

package Autoloaded { our $AUTOLOAD; sub AUTOLOAD { return if $AUTOLOAD =~ /DESTROY/; main::level() } }
construct autoload => sub { Autoloaded->anything(1) };
construct autoload_function => sub { Autoloaded::something(2) };
sub goes { @_ = (1, 2); goto &level }
construct goto_sub => sub { goes() };
construct goto_closure => sub { my $to = sub { level() }; my $from = sub { goto $to }; $from->() };

construct closure => sub { my $n = 1; my $c = sub { level($n) }; $c->() };
construct closure_in_hash => sub { my %h = (x => sub { level() }); $h{x}->(1) };
construct anon_renamed => sub { my $c = sub { local *__ANON__ = 'named'; level() }; $c->() };
construct lexical_sub => sub { use feature 'lexical_subs'; no warnings; my sub inner { level() } inner() };
construct state_sub => sub { use feature qw(lexical_subs state); no warnings; state sub inner { level() } inner() };
construct lvalue_sub => sub {
    my $x;
    my $l = sub : lvalue { level(); $x };
    $l->() = 5;
};
construct map_block => sub { my @m = map { level($_) } 1 .. 3 };
construct map_expression => sub { my @m = map level($_), 1 .. 3 };
construct grep_block => sub { my @m = grep { level($_) } 1 .. 3 };
construct first => sub { List::Util::first { level($_) } 1 .. 3 };
construct first_bare => sub { List::Util::first { main::here() } 1 .. 3 };
construct reduce => sub { List::Util::reduce { level(); $a + $b } 1 .. 3 };

our $formatted = 1;
format STDERR =
@<<<<
scalar(level())
.
# perl fails where the name of a format, or its arguments, are copied.
construct format => sub {
    no strict 'refs';
    *{'CORE::GLOBAL::caller'} = sub {
        my $up   = @_ ? $_[0] + 1 : 1;
        my @call = (CORE::caller($up))[ 0 .. 2 ] or return;
        my $name = eval { (CORE::caller($up + 1))[3] } // '(eval)';
        return wantarray ? (@call, $name, 0) : $call[0];
    };
    write STDERR;
};
construct substitution => sub { my $x = 'abc'; $x =~ s/(b)/level($1)/e };
construct substitution_twice => sub { my $x = 'abc'; $x =~ s/(b)/'level($1)'/ee };
construct regex_code => sub { 'abc' =~ /b(?{ level() })/ };
construct local_topic => sub {
    for (1 .. 2) {
        local $_ = 'x';
        level($_);
    }
};
construct while_condition => sub { while (level() < 1) { } };
construct elsif_condition => sub {
    my $x = 0;
    if ($x) { $x = 1 }
    elsif ($x == 2) { $x = 3 }
    elsif (
        level()) { $x = 4 }
};
construct if_in_else => sub {
    my $x = 0;
    if ($x) {
        $x = 1;
    }
    else {
        $x = 2;
        level() if $x;
    }
};
construct ternary_lines => sub {
    my $x = 0;
    my $y = $x
        ? 1
        : level();
};
construct many_lines => sub {
    my %h = (
        a => 1,
        b => level(),
        c => 3);
};
construct argument_of_call => sub {
    level2(
        1,
        level());
};
sub level2 { }
construct chained => sub { Some::Class->new
        ->method
        ->method };
construct line_directive => sub {
# line 77 "elsewhere.pl"
    level();
};
construct deleted_package => sub {
    no strict 'refs';
    my $c = eval 'package Deleted::One; sub f { main::level() } \&f' or die $@;
    undef %{'Deleted::One::'};
    $c->();
};
construct undefined_name => sub { my $c = \&level; local *level = sub { $c->() }; level() };
sub deep { my $n = shift; return $n ? deep($n - 1) : level() }
construct recursion_10000 => sub { deep(10_000) };
sub odd { my $n = shift; return $n ? even($n - 1) : level() }
sub even { my $n = shift; return eval { odd($n - 1) } }
construct recursion_mutual => sub { odd(20) };
construct utf8_name => sub { use utf8; no strict 'refs'; *{"gr\x{fc}n\x{263a}"} = sub { level() }; &{"gr\x{fc}n\x{263a}"}() };
construct thread => sub {
    eval { require threads; 1 } or do { print "not there\n"; exit };
    threads->create(sub { level('in a thread') })->join;
};
construct thread_named => sub {
    eval { require threads; 1 } or do { print "not there\n"; exit };
    threads->create('level', 1)->join;
};
construct try_catch => sub {
    $] >= 5.034 or do { print "not there\n"; exit };
    eval "use feature 'try'; no warnings; sub tries { try { level() } catch (\$e) { } } tries(); 1" or die $@;
};
construct defer => sub {
    $] >= 5.036 or do { print "not there\n"; exit };
    eval "use feature 'defer'; no warnings; sub defers { defer { level() } 1 } defers(); 1" or die $@;
};
construct end_block => sub { eval 'END { level() } 1'; exit };

sub run { my $name = shift; return $construct{$name}->() }

if ($ARGV[0] eq '--list') { print "$_\n" for @order }
else { run($ARGV[0] || die) }

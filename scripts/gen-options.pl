#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes from the table of commands and options what depends on it:
#
#     scripts/gen-options.pl user/options/options.table rows             the C that the agent includes
#     scripts/gen-options.pl user/options/options.table bash TEMPLATE    a text with what the template asks for
#
# TEMPLATE is completions (bash, fish, zsh), a man page (pod) or a configuration file (conf).  An option that is
# missing in a template, or one that the table does not have, is an error.

use strict;
use warnings;

my ($table, $what, $template) = @ARGV;
die "usage: $0 TABLE rows | TABLE bash|fish|zsh|pod|conf TEMPLATE\n" if !defined $what || ($what eq 'rows') == defined $template;

# --------------------------------------------------------------------- the table

my %known = (
    command => { map { $_ => 1 } qw(about usage verb text exit operands) },
    option  => { map { $_ => 1 } qw(letter value values for help default defaultof key conf reload reads set nytprof note) },
);
my (@commands, @options, %command, %option, $group, %shared);

sub slurp {
    my ($name) = @_;
    open my $in, '<', $name or die "$name: $!\n";
    local $/;
    return scalar <$in>;
}

sub begin_row {
    my ($kind, $name) = @_;
    my $row = { name => $name, $kind eq 'option' ? (group => $group, %shared) : () };
    my ($list, $by_name) = $kind eq 'option' ? (\@options, \%option) : (\@commands, \%command);
    die "$table:$.: $name is there twice\n" if $by_name->{$name};
    push @$list, $by_name->{$name} = $row;
    return $row;
}

sub note {
    my ($row, $kind, $key, $value) = @_;
    die "$table:$.: what is $key?\n" if !$known{$kind}{$key};
    if ($key =~ /^(?:usage|verb|text|exit)$/) { push @{ $row->{$key} }, $value }
    else                                      { $row->{$key} = $value }
    return;
}

sub read_table {
    my ($kind, $row);
    open my $in, '<', $table or die "$table: $!\n";
    while (<$in>) {
        chomp;
        next if /^(?:#|$)/;
        if    (/^group (.+)$/)                           { ($kind, $row, $group, %shared) = ('group', undef, $1) }
        elsif (/^(command|option) ([a-z][a-z_-]*)$/)     { ($kind, $row) = ($1, begin_row($1, $2)) }
        elsif (/^\t(\w+) +(\S.*)$/ && $kind eq 'group')  { note(\%shared, 'option', $1, $2) }
        elsif (/^\t(\w+) +(\S.*)$/ && $row)              { note($row, $kind, $1, $2) }
        else                                             { die "$table:$.: \"$_\" is neither a row nor a part of one\n" }
    }
    return;
}

# What follows from the rest of a row.
sub complete_option {
    my ($o) = @_;
    my $flag = ($o->{nytprof} // '') eq 'FLAG';
    $o->{for} //= 'record';
    $o->{value} //= 'VALUE' if $o->{note};
    $o->{help} //= 'accepted without effect' if $o->{note};
    $o->{help} // die "$table: $o->{name} has no help\n";
    $o->{values} //= $flag ? '0|1' : ($o->{value} // '') =~ /^[a-z0-9]+(?:\|[a-z0-9]+)+$/ ? $o->{value} : 'none';
    $o->{values} =~ /^(?:none|file|dir|pids|user|nytprof)$|\|/ or die "$table: $o->{name}: what are values $o->{values}?\n";
    $o->{on_off} = $flag || !defined $o->{value};
    $o->{is_key} = is_for($o, 'record') && ($o->{key} // '') ne 'no';
    die "$table: $o->{name} is no key, and so not for the configuration file\n" if defined $o->{conf} && !$o->{is_key};
    return;
}

sub is_for {
    my ($o, $command) = @_;
    return $command ne 'help' && $o->{for} =~ /(?:^| )(?:all|\Q$command\E)(?: |$)/;
}

# "--pid=" or "--all"; "-p".
sub long {
    my ($o) = @_;
    return "--$o->{name}" . (defined $o->{value} ? '=' : '');
}

sub letter {
    my ($o) = @_;
    return $o->{letter} ? "-$o->{letter}" : ();
}

sub verbs { my ($c) = @_; return map { /^(\S+)/ } @{ $c->{verb} // [] } }

# ------------------------------------------------------------------------- --help

use constant { WIDTH => 80, COLUMN => 28 };

sub help_line {
    my ($head, $text) = @_;
    return "$head\n" . ' ' x COLUMN . "$text\n" if length($head) > COLUMN - 2;
    return sprintf "%-*s%s\n", COLUMN, $head, $text;
}

sub help_option {
    my ($o, $command) = @_;
    my $head = sprintf '  %-3s --%s%s', $o->{letter} ? "-$o->{letter}," : '', $o->{name}, defined $o->{value} ? "=$o->{value}" : '';
    my $shown   = defined $o->{default} && ($o->{defaultof} // $command) eq $command;
    my $default = $shown && defined $o->{value} && !$o->{on_off} ? " ($o->{default})" : '';
    return help_line($head, $o->{help} . $default);
}

# The options of a command by groups; those without effect are only named.
sub help_options {
    my ($command) = @_;
    my ($last, $text) = ('', '');
    for my $o (grep { is_for($_, $command) && !$_->{note} } @options) {
        $text .= "\n$o->{group}:\n" if $o->{group} ne $last;
        $text .= help_option($o, $command);
        $last = $o->{group};
    }
    my @ignored = map {"--$_->{name}"} grep { is_for($_, $command) && $_->{note} } @options;
    my $line = '';
    for my $word (@ignored ? ('  Accepted', 'without', 'effect:', @ignored) : ()) {
        if (length("$line $word") > WIDTH) { $text .= "$line\n"; $line = '   ' }
        $line .= ($line eq '' ? '' : ' ') . $word;
    }
    return $text . ($line eq '' ? '' : "$line\n");
}

sub help_usage {
    return join '', "\nUsage:\n", map {"  nytprof-bpf $_\n"} map { @{ $_->{usage} } } @_;
}

sub help_of {
    my ($c) = @_;
    my $text = ucfirst("$c->{about}.\n") . help_usage($c);
    $text .= "\n" if $c->{verb};
    $text .= help_line("  $_->[0]", $_->[1]) for map { [ split ' ', $_, 2 ] } @{ $c->{verb} // [] };
    $text .= join '', "\n", map {"$_\n"} @{ $c->{text} } if $c->{text};
    $text .= help_options($c->{name});
    $text .= "\nExit status: " . join("\n", @{ $c->{exit} }) . "\n" if $c->{exit};
    return $text;
}

sub help_of_all {
    my $text = "Profiles Perl programs as they run, and writes NYTProf files.\n" . help_usage(@commands);
    $text .= "\nCommands:\n" . join '', map { help_line("  $_->{name}", $_->{about}) } @commands;
    my $record = help_of($command{record});
    $record =~ s/^.*?\n(?=\nRecording:)//s;
    return $text . $record;
}

# ------------------------------------------------------------------------------- C

sub quoted { my ($text) = @_; return '"' . $text =~ s/([\\"])/\\$1/gr . '"' }

sub lines_quoted {
    my ($text) = @_;
    length > WIDTH and die "$table: longer than @{[WIDTH]} columns in --help: $_\n" for split /\n/, $text;
    return join " \\\n\t", map { quoted($_) =~ s/"$/\\n"/r } split /\n/, $text;
}

sub id { my ($name) = @_; return uc $name =~ tr/-/_/r }

sub traits {
    my ($o) = @_;
    my $reads  = $o->{reads} // '';
    my @traits = (
        defined $o->{value} ? 'OPTION_HAS_VALUE'  : (),
        $o->{on_off}        ? 'OPTION_IS_ON_OFF'  : (),
        $o->{is_key}        ? 'OPTION_IS_KEY'     : (),
        $o->{reload}        ? 'OPTION_CAN_CHANGE' : (),
        $reads              ? 'OPTION_IS_FIRST'   : (),
        $reads eq 'counted' ? 'OPTION_IS_COUNTED' : (),
    );
    return join(' | ', @traits) || '0';
}

sub set_by { my ($o) = @_; return id($o->{nytprof} ? 'nytprof' : $o->{set} // 'own') }

sub define { my ($name, @rows) = @_; return "#define $name " . join(" \\\n\t", '', @rows) . "\n" }

sub or_list { my @words = @_; my $last = pop @words; return join(', ', @words) . " or $last" }

sub nytprof_row {
    my ($o) = @_;
    my ($kind, $max) = split ' ', $o->{nytprof};
    return sprintf 'NO_EFFECT(%s, %s, %s)', $o->{name}, $kind, quoted($o->{note}) if $o->{note};
    return sprintf 'OPTION(%s, %s, %s)', $o->{name}, $kind, $max // ($kind eq 'INTEGER' ? 'INT_MAX' : 0);
}

sub rows {
    print "/* Made by scripts/gen-options.pl from options.table. */\n";
    print define('COMMANDS(COMMAND)', map { sprintf 'COMMAND(%s, "%s")', id($_->{name}), $_->{name} } @commands);
    print define('OPTIONS(OPTION)', map { sprintf 'OPTION(%s, %s, %s, %s, %s)', id($_->{name}), quoted($_->{name}), $_->{letter} ? "'$_->{letter}'" : 0, set_by($_), traits($_) } @options);
    print define('NYTPROF_OPTIONS(OPTION, NO_EFFECT)', map { nytprof_row($_) } grep { $_->{nytprof} } @options);
    for my $c (grep { $_->{verb} } @commands) {
        print define(id($c->{name}) . '_VERBS', join ', ', map { quoted($_) } verbs($c));
        print define(id($c->{name}) . '_VERBS_TEXT', quoted(or_list(verbs($c))));
    }
    print define('HELP(PAGE)', map { sprintf "PAGE(%s, \\\n\t%s)", id($_->{name}), lines_quoted(help_of($_)) } grep { $_->{name} ne 'help' } @commands);
    print define('HELP_OF_ALL', lines_quoted(help_of_all()));
    return;
}

# ----------------------------------------------------------------------- templates

# A line that begins with a word between "@" is replaced.
sub fill {
    my (%text) = @_;
    my %left = %text;
    for (split /^/, slurp($template)) {
        if (!/^(\s*)\@([\w-]+)\@$/) { print; next }
        my ($indent, $name) = ($1, $2);
        die "$template:$name: not known\n" if !exists $text{$name};
        delete $left{$name};
        print $text{$name} =~ s/^(?=.)/$indent/gmr;
    }
    die "$template: no \@$_\@\n" for sort keys %left;
    return;
}

sub names { return join ' ', map { $_->{name} } @_ }
sub words { my ($choice) = @_; return $choice =~ tr/|/ /r }
sub nytprof_options { return grep { $_->{nytprof} } @options }

sub option_words {
    my ($command) = @_;
    my @for = grep { is_for($_, $command) } @options;
    return join ' ', map({ long($_) } @for), map { letter($_) } @for;
}

my %bash_value = (
    none    => ':',
    file    => '_nytprof_bpf_files "$value"',
    dir     => '_nytprof_bpf_files "$value" -d',
    user    => '_nytprof_bpf_users "$value"',
    pids    => '_nytprof_bpf_pid_list "$value"',
    nytprof => '_nytprof_bpf_nytprof "$value"',
);

sub bash_value {
    my ($o) = @_;
    return $bash_value{ $o->{values} } if $bash_value{ $o->{values} };
    return "_nytprof_bpf_offer '' '" . words($o->{values}) . "' \"\$value\"";
}

my %bash_operands = (
    files    => sub { return '_nytprof_bpf_files "$cur"' },
    commands => sub { return "_nytprof_bpf_offer '' '" . names(grep { $_->{name} ne 'help' } @commands) . "' \"\$cur\"" },
    recorders => sub { my ($c) = @_; return "_nytprof_bpf_verb '" . join(' ', verbs($c)) . "' \"\$cur\"" },
);

sub bash {
    my @values = map { sprintf "%s) %s ;;\n", join(' | ', letter($_), "--$_->{name}"), bash_value($_) } grep { defined $_->{value} } @options;
    my @with   = grep { $bash_operands{ $_->{operands} // '' } } @commands;
    fill(
        values   => join('', @values),
        commands => "local commands='" . names(@commands) . "'\n",
        options  => join('', map { "$_->{name}) options='" . option_words($_->{name}) . "' ;;\n" } @commands),
        operands => join('', map { "$_->{name}) " . $bash_operands{ $_->{operands} }->($_) . " ;;\n" } @with),
        nytprof  => "local nytprof='" . names(nytprof_options()) . "'\n",
    );
    return;
}

sub single { my ($text) = @_; return "'" . $text =~ s/(['\\])/\\$1/gr . "'" }

my %fish_value = (
    none    => '-x',
    file    => '-r -F',
    dir     => "-x -a '(__fish_complete_directories)'",
    user    => "-x -a '(__fish_complete_users)'",
    pids    => "-x -a '(__nytprof_bpf_pid_list)'",
    nytprof => "-x -a '(__nytprof_bpf_nytprof)'",
);

sub fish_option {
    my ($o) = @_;
    my @for   = map { $_->{name} } grep { is_for($o, $_->{name}) } @commands;
    my $value = !defined $o->{value} ? '' : ' ' . ($fish_value{ $o->{values} } // "-x -a '" . words($o->{values}) . "'");
    my $short = $o->{letter} ? " -s $o->{letter}" : '';
    return "complete -c nytprof-bpf -n '__nytprof_bpf_in @for'$short -l $o->{name}$value -d " . single(ucfirst $o->{help}) . "\n";
}

my %fish_operands = (
    files     => sub { return "-F" },
    commands  => sub { return "-a '" . names(grep { $_->{name} ne 'help' } @commands) . "'" },
    recorders => sub { my ($c) = @_; return "-a '(__nytprof_bpf_verb " . join(' ', verbs($c)) . ")'" },
);

sub fish {
    my @with = grep { $fish_operands{ $_->{operands} // '' } } @commands;
    fill(
        commands => join('', map { "complete -c nytprof-bpf -n __nytprof_bpf_first -a $_->{name} -d " . single(ucfirst $_->{about}) . "\n" } @commands),
        names    => 'case ' . names(grep { $_->{name} ne 'record' } @commands) . "\n",
        operands => join('', map { "complete -c nytprof-bpf -n '__nytprof_bpf_in $_->{name}' " . $fish_operands{ $_->{operands} }->($_) . "\n" } @with),
        options  => join('', map { fish_option($_) } @options),
        nytprof  => 'printf "$before%s=\n" ' . names(nytprof_options()) . "\n",
    );
    return;
}

my %zsh_value = (
    none    => '',
    file    => '_files',
    dir     => '_files -/',
    user    => '_users',
    pids    => '_nytprof_bpf_pid_list',
    nytprof => '_nytprof_bpf_nytprof',
);

sub zsh_value {
    my ($o) = @_;
    return '' if !defined $o->{value};
    my ($name) = $o->{value} =~ /^([A-Z]+)/;
    return ':' . ($name // $o->{name}) . ':' . ($zsh_value{ $o->{values} } // '(' . words($o->{values}) . ')');
}

# A word for each of its forms, which exclude each other.
sub zsh_option {
    my ($o) = @_;
    my $help   = '[' . $o->{help} =~ s/([\\\[\]:])/\\$1/gr . ']';
    my $all    = join ' ', letter($o), "--$o->{name}";
    my $before = $o->{name} =~ /^(?:help|version)$/ ? '(- *)' : $o->{name} =~ /^(?:pid|nytprof|verbose)$/ ? '*' : "($all)";
    return map { single_zsh("$before$_$help" . zsh_value($o)) } map({ $_ . (defined $o->{value} ? '+' : '') } letter($o)), long($o);
}

sub single_zsh { my ($text) = @_; return "'" . $text =~ s/'/'\\''/gr . "'" }

my %zsh_operands = (
    files     => sub { return "'*:file:_files'" },
    commands  => sub { return "'1:command:(" . names(grep { $_->{name} ne 'help' } @commands) . ")'" },
    recorders => sub { my ($c) = @_; return "'1:what:(" . join(' ', verbs($c)) . ")' '2:process id:_nytprof_bpf_pids'" },
);

sub zsh_command {
    my ($c) = @_;
    my $operands = $zsh_operands{ $c->{operands} // '' };
    my @words = (map({ zsh_option($_) } grep { is_for($_, $c->{name}) } @options), $operands ? $operands->($c) : ());
    return "($c->{name}) _arguments -s : " . join(" \\\n    ", @words) . " ;;\n";
}

sub zsh {
    fill(
        commands => "local -a what=(\n" . join('', map { '  ' . single_zsh("$_->{name}:$_->{about}") . "\n" } @commands) . ")\n",
        names    => '(' . join('|', map { $_->{name} } @commands) . ") word=\$words[2]; shift words; (( CURRENT-- )) ;;\n",
        options  => join('', map { zsh_command($_) } @commands),
        nytprof  => 'names=(' . names(nytprof_options()) . ")\n",
        values   => join('', map { "($_->{name}) compadd " . words($_->{values}) . " ;;\n" } grep { $_->{values} =~ /\|/ && $_->{values} ne '0|1' } nytprof_options()) . '('
            . join('|', map { $_->{name} } grep { $_->{values} eq 'file' } nytprof_options()) . ") _files ;;\n",
    );
    return;
}

# "[record] --pid PID" with its words and names marked.
sub marked {
    my ($text) = @_;
    return $text =~ s/(--(?: |[a-z][a-z-]*)|[A-Z]+|[a-z0-9][a-z0-9-]*)/mark($1)/ger;
}

sub mark {
    my ($word) = @_;
    my $blank = $word =~ s/ $// ? ' ' : '';
    return ($word =~ /^[A-Z]/ ? 'I' : 'B') . "<$word>$blank";
}

sub pod_heading {
    my ($o) = @_;
    my $value = defined $o->{value} && !$o->{note} ? '=' . marked($o->{value}) : '';
    return join ', ', map({"B<$_>"} letter($o)), "B<--$o->{name}>$value";
}

my %pod_line = (
    option     => sub { return '=item ' . join '; ', map { pod_heading($option{$_}) } @_ },
    command    => sub { return '=item ' . join '; ', map {"B<$_>"} @_ },
    reload     => sub { my ($of) = @_; return '=item ' . join ', ', map {"B<$_->{name}>"} grep { ($_->{reload} // '') eq $of } @options },
    usage      => sub { return join "\n\n", map { 'B<nytprof-bpf> ' . marked($_) } map { @{ $_->{usage} } } @commands },
    'not-keys' => sub { return or_list(map {"B<$_->{name}>"} grep { !$_->{is_key} } @options) =~ s/ or (?=\S+$)/ and /r . ' cannot be in a file.' },
);

# "=for option A B" is the heading of what follows.  A page that has one of a kind has all of them, each once.
sub pod {
    my %all = (option => [ map { $_->{name} } @options ], command => [ map { $_->{name} } @commands ], reload => [ map { $_->{reload} // () } @options ]);
    my $text = slurp($template);
    my %left;
    for my $kind (grep { $text =~ /^=for $_ /m } keys %all) {
        $left{"$kind $_"} = 1 for @{ $all{$kind} };
    }
    for (split /^/, $text) {
        if (!/^=for (option|command|reload|usage|not-keys)((?: \S+)*)$/) { print; next }
        my ($kind, @names) = ($1, split ' ', $2);
        for my $name (@names) {
            delete $left{"$kind $name"} or die "$template:$kind $name: not in $table, or there twice\n";
        }
        print $pod_line{$kind}->(@names), "\n";
    }
    die "$template: no \"=for $_\"\n" for sort keys %left;
    return;
}

# "@NAME@" is a key: commented out with its default, or with the value that the service has.
sub conf_line {
    my ($o) = @_;
    return "$o->{name} = $o->{conf}\n" if $o->{conf} ne 'yes';
    return "#$o->{name} =" . (defined $o->{default} ? " $o->{default}" : '') . "\n";
}

sub conf {
    fill(map { $_->{name} => conf_line($_) } grep { defined $_->{conf} } @options);
    return;
}

my %make = (rows => \&rows, bash => \&bash, fish => \&fish, zsh => \&zsh, pod => \&pod, conf => \&conf);
$make{$what} or die "$0: what is $what?\n";
read_table();
complete_option($_) for @options;
$make{$what}->();

#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What is shipped around the agent: what is made from the table of options, which is --help, man pages and the completions of
# three shells, which are run; versions; how the agent is built; what "make install" puts where.
#
#   packaging.pl                  all of that
#   packaging.pl --reproducible   a build in another directory makes the same agent as build/ has, and man pages are the
#                                 same wherever they are made
#
# Packages of this are built and tried by packaging/check-deb.sh and packaging/check-rpm.sh.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);

my $top = abs_path(dirname(__FILE__) . '/../..');
require "$top/tests/files.pl";
my $agent       = "$top/build/nytprof-bpf";
my $completions = "$top/build/completions/nytprof-bpf";
my $tmp         = tempdir(CLEANUP => 1);
my ($passed, $failed) = (0, 0);

chdir $top or die "$top: $!\n";
$ENV{HOME} = $tmp;    # of a user who has set up nothing
delete @ENV{qw(NYTPROF MAKEFLAGS MFLAGS MAKELEVEL DESTDIR SOURCE_DATE_EPOCH)};

# A test, and what is wrong, a line each.
sub check {
    my ($what, @wrong) = @_;
    print $what, @wrong ? ": wrong\n" : ": as it should be\n", map {"    $_\n"} @wrong;
    @wrong ? $failed++ : $passed++;
    return;
}

# What a command says on stdout and stderr; $? is its status.
sub said {
    my @command = @_;
    my $pid = open(my $from, '-|') // die "fork: $!\n";
    if (!$pid) {
        open STDERR, '>&', \*STDOUT or die $!;
        open STDIN, '<', '/dev/null' or die $!;
        exec { $command[0] } @command or print "$command[0]: $!\n";
        exit 127;
    }
    local $/;
    my $text = <$from>;
    close $from;
    return $text // '';
}

# What the second has and the first does not, and the other way around.
sub differences {
    my ($where, $expected, $found) = @_;
    my (%expected, %found);
    @expected{@$expected} = @found{@$found} = ();
    return (map({"$where: no $_"} grep { !exists $found{$_} } sort keys %expected), map {"$where: $_ should not be there"} grep { !exists $expected{$_} } sort keys %found);
}

# ------------------------------------------------------------------------- options

my $table   = 'user/options/options.table';
my %row     = slurp($table) =~ /^option (\S+)\n(.*?)(?=^$|\z)/gms;
my @options = sort keys %row;
my @nytprof = grep { $row{$_} =~ /^\tnytprof/m } @options;
my @record  = map {"--$_"} grep { $row{$_} !~ /^\tfor\s++(?!all|.*\brecord\b)/m } @options;

sub check_help {
    my @commands = slurp($table) =~ /^command (\S+)/gm;
    my %shown    = map { $_ => 1 } map { said($agent, $_, '--help') =~ /--([a-z][a-z_-]*)/g } @commands;
    check('--help', differences('--help', \@options, [ keys %shown ]));
    check('--help in 80 columns', grep { length > 80 } map { split /\n/, said($agent, $_, '--help') } @commands);
    my @refused = grep { said($agent, "--$_=1", '--no-such-option') =~ /unknown option "--\Q$_\E/ } @nytprof;
    check('NYTProf\'s options are taken', @refused);
    return;
}

# A text that lacks an option of the table, or has another one, is not made.
sub check_generator {
    my %text = (pod => 'packaging/nytprof-bpf.pod', conf => 'packaging/nytprof-bpf.conf.in', bash => 'packaging/completions/nytprof-bpf.bash.in');
    my @wrong;
    for my $kind (sort keys %text) {
        my $text = slurp($text{$kind});
        my $line = $text =~ /^(\s*\@[\w-]+\@\n|=for option .*\n)/m ? $1 : die "$text{$kind}: nothing to fill in\n";
        for my $change ([ 'without one', $text =~ s/\Q$line\E//r ], [ 'with another one', $text . ($kind eq 'pod' ? "=for option no-such\n" : "\@no-such\@\n") ]) {
            spew('>', "$tmp/template", $change->[1]);
            said('scripts/gen-options.pl', $table, $kind, "$tmp/template");
            push @wrong, "$text{$kind} $change->[0] is made" if !$?;
        }
    }
    check('texts have all options, and no others', @wrong);
    return;
}

# What podchecker takes and nobody can read: code is shown in quotation marks, so blanks at its ends look as if they were
# what is meant, and the last item of a list that says nothing runs into what is behind the list.
sub shown_wrong {
    my ($pod) = @_;
    return (
        map({"\"$_\" is shown with its quotation marks at a blank"} $pod =~ /C<(\s[^<>]*|[^<>]*\s)>/g),
        map {"nothing behind \"$_\""} $pod =~ /^=item (.*)\n\n=(?:back|head)/gm
    );
}

sub check_man_page {
    my $pod      = slurp('build/nytprof-bpf.pod');
    my @headings = $pod =~ /^=head1 (.*)/gm;
    my @sections = ('NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS', 'EXIT STATUS', 'ENVIRONMENT', 'FILES', 'EXAMPLES', 'SECURITY', 'SEE ALSO');
    my %heading  = map { $_ => 1 } @headings;
    check('sections of the man page', map {"no $_"} grep { !$heading{$_} } @sections);
    for my $source (glob('build/nytprof-bpf*.pod'), 'packaging/perl/NYTProf/BPF.pm') {
        my $words = said('podchecker', '-warnings', '-warnings', $source);
        check("podchecker $source", $words =~ /pod syntax OK/ && $words !~ /WARN/ ? () : split /\n/, $words);
        check("$source as it is shown", shown_wrong(slurp($source)));
    }
    my $text = said('pod2text', 'build/nytprof-bpf.conf.pod');
    check('what a line of the configuration is', $text =~ /^\s*A line is \*key\* = \*value\*\./m ? () : $text =~ /^\s*(A line is .*)/m);
    return;
}

# As it is shown in a terminal of 80 columns.
sub check_roff {
    my ($page) = @_;
    local @ENV{qw(LC_ALL MANROFFSEQ MANWIDTH)} = ('C.UTF-8', '', 80);
    my @warnings = split /\n/, said('sh', '-c', 'man --warnings -E UTF-8 -l -Tutf8 -Z "$1" 2>&1 >/dev/null', 'sh', $page);
    my ($name) = $page =~ m{([^/]+)$};
    check("man --warnings $name", $? ? "status $?" : (), @warnings);
    return;
}

# A file or folder that a page names in backticks exists: by its path, or by the end of its path.
sub check_paths {
    my %exists;
    for my $path (split /\n/, said('find', '.', '-path', './build', '-prune', '-o', '-path', './.git', '-prune', '-o', '-print')) {
        my @parts = split m{/}, $path;
        $exists{ join '/', @parts[ $_ .. $#parts ] } = 1 for 1 .. $#parts;
    }
    my @wrong;
    for my $page (glob '*.md docs/*.md docs/internals/*.md tests/README.md packaging/container/README.md packaging/kubernetes/README.md') {
        my @named = slurp($page) =~ m{`((?:\.\./)?[a-z_][\w./-]*?(?:/|\.(?:[ch]|bpf\.[ch]|pl|sh|mk|md|csv|table|conf|service|pod|yaml|yml|json)))`}g;
        s{^\.\./|/$}{}g for @named;
        push @wrong, map {"$page: no $_"} grep { !$exists{$_} && !m{^build/|[A-Z]} } @named;
    }
    check('files that the pages name', @wrong);
    return;
}

# --------------------------------------------------------------------- completions

my %shell = (
    bash => sub { return said('bash', "$top/tests/packaging/complete.bash", "$completions.bash",                        $_[0]) },
    zsh  => sub { return said('timeout', 60, 'zsh', '-f', "$top/tests/packaging/complete.zsh", "$completions.zsh", $_[0]) },
    fish => sub { return said('fish', '--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', '--', "$completions.fish", $_[0]) },
);

# What a shell offers behind "nytprof-bpf ": without descriptions, and of a word with parts the last.
sub offered {
    my ($shell, $words) = @_;
    my @found;
    for my $line (split /\n/, $shell{$shell}->("nytprof-bpf $words")) {
        my ($candidate) = $line =~ /^([^\t]*)/;
        $candidate =~ s/=$//;
        $candidate =~ s/.*[=:,]//;
        push @found, $candidate;
    }
    return @found;
}

# What is offered exactly; or, if the first is '+', what is among it.
my @cases = (
    [ '',                      qw(record report list export merge diff verify dump top ctl doctor help) ],
    [ 'help ',                 qw(record report list export merge diff verify dump top ctl doctor) ],
    [ 'rec',                   'record' ],
    [ '--mode=',               qw(trace subs sample burst) ],
    [ '--log-level=',          qw(error warning info debug debug2 debug3) ],
    [ '--merge=',              qw(unit container) ],
    [ '--owner=',              qw(root target) ],
    [ '--program-files=',      qw(yes no) ],
    [ '--config=READ',         'README.md' ],
    [ 'record --mode s',       qw(subs sample) ],
    [ '--strict --start=',     qw(begin init end no) ],
    [ '--strict r' ],
    [ '--nytprof sta',         'start' ],
    [ '--nytprof=leave=0:sta', 'start' ],
    [ '-o READ',               'README.md' ],
    [ '--file=READ',           'README.md' ],
    [ 'report READ',           'README.md' ],
    [ 'report --to',           '--top' ],
    [ 'ctl ',                  qw(start stop flush status reload trace) ],
    [ 'ctl flush ',            '+', $$ ],
    [ 'dump --',               qw(--pid --json --locals --values --verbose --quiet --help) ],
    [ 'doctor --',             qw(--pid --verbose --quiet --help) ],
    [ 'doctor --pid ',         '+', $$ ],
    [ '-p ',                   '+', $$ ],
    [ '--pid=1,2,',            '+', $$ ],
    [ '-- nytprofht',          'nytprofhtml' ],
    [ '-d 3 -- perl READ',     'README.md' ],
);

sub check_completions {
    my ($shell) = @_;
    check("$shell offers every option", differences($shell, \@record, [ grep {/^--/} map { offered($shell, $_) } '--', 'record --' ]));
    my @wrong;
    for my $case (@cases) {
        my ($words, @expected) = @$case;
        my @found = offered($shell, $words);
        if (@expected && $expected[0] eq '+') {
            my %found = map { $_ => 1 } @found;
            push @wrong, map {"\"$words\": no $_, but \"@found\""} grep { !$found{$_} } @expected[ 1 .. $#expected ];
        }
        else {
            push @wrong, differences("\"$words\"", \@expected, \@found);
        }
    }
    check("$shell offers what can follow", @wrong);
    return;
}

# A name that somebody else has chosen: accepted as it is offered, a shell would execute it.
sub check_quoting {
    my $dir = "$tmp/quoting";
    mkdir $_ or die "$_: $!\n" for $dir, "$dir/x\$(id)";
    for my $option ('--output-dir=', '--output-dir ', '--file=', 'report ') {
        my @bad = grep { !/x\\\$\\\(id\\\)/ } split /\n/, $shell{bash}->("nytprof-bpf $option$dir/x");
        check("bash quotes the names behind \"$option\"", @bad);
    }
    return;
}

# -------------------------------------------------------------- versions, installing

sub check_versions {
    my %found;
    ($found{'user/version.h'}) = slurp('user/version.h') =~ /^#define NYTPROF_VERSION "(.*)"$/m;
    ($found{'--version'}) = said($agent, '--version') =~ /^nytprof-bpf (.*)\n\z/;
    ($found{'debian/changelog'}) = slurp('packaging/debian/changelog') =~ /\Anytprof-bpf \((.*?)\)/;
    ($found{'nytprof-bpf.spec'}) = slurp('packaging/rpm/nytprof-bpf.spec') =~ /^Version:\s*(.*)/m;
    ($found{'the changelog of nytprof-bpf.spec'}) = slurp('packaging/rpm/nytprof-bpf.spec') =~ /^%changelog\n.* - (.*)-1$/m;
    ($found{'NYTProf::BPF'}) = slurp('packaging/perl/NYTProf/BPF.pm') =~ /^our \$VERSION = '(.*)';/m;
    my $version = $found{'user/version.h'} // 'none';
    check("version $version", map { "$_: " . ($found{$_} // 'none') } grep { ($found{$_} // '') ne $version } sort keys %found);
    return;
}

my @installed = qw(
    bin/nytprof-bpf share/man/man1/nytprof-bpf.1 share/man/man3/NYTProf::BPF.3pm share/perl5/NYTProf/BPF.pm
    share/man/man5/nytprof-bpf.conf.5 share/man/man8/nytprof-bpf.service.8 lib/systemd/system/nytprof-bpf.service
    share/bash-completion/completions/nytprof-bpf share/zsh/site-functions/_nytprof-bpf
    share/fish/vendor_completions.d/nytprof-bpf.fish share/doc/nytprof-bpf/README.md share/doc/nytprof-bpf/LICENSE
);

# The unit, as it is for this machine; what it is said to be exposed to; and the configuration, with all that it shows.
sub check_service {
    my $unit = "$tmp/nytprof-bpf.service";
    spew('>', $unit, slurp('packaging/systemd/nytprof-bpf.service') =~ s/\@bindir\@/$top\/build/gr =~ s/\@sysconfdir\@/\/etc/r);
    # A signal would end well whatever is in the file.
    # systemd implements it by a seccomp filter that refuses openat2(2), and without that no source is read.
    check('the unit lets source be read', slurp($unit) =~ /^RestrictSUIDSGID=(?!no$)(.*)/m ? "RestrictSUIDSGID=$1 refuses openat2" : ());
    check('systemctl reload tells how it went', slurp($unit) =~ /^ExecReload=\S+\/nytprof-bpf ctl reload \$MAINPID$/m ? () : 'ExecReload is no "ctl reload"');
    check('systemd-analyze verify', split /\n/, said(qw(systemd-analyze verify --man=no), $unit));
    my ($stated) = slurp('packaging/nytprof-bpf.service.pod') =~ /systemd-analyze security.* gives it ([\d.]+)/;
    my ($score) = said(qw(systemd-analyze security --offline=true --no-pager), $unit) =~ /exposure level for \S+: ([\d.]+)/;
    my @wrong;
    push @wrong, ($score // 'nothing') . ' is above what is stated, ' . ($stated // 'nothing') if ($score // 10) > ($stated // 0);
    push @wrong, "$stated is above 2.5" if ($stated // 10) > 2.5;
    check('systemd-analyze security', @wrong);
    my $conf = slurp('build/nytprof-bpf.conf');
    spew('>', "$tmp/conf", $conf =~ s/^#(?=[a-z][a-z_-]* = .)//gmr);
    # The file is read before the last option, which is wrong, and not for --help.
    my $words = said($agent, '--all', "--config=$tmp/conf", '--listen=nowhere');
    check('values of nytprof-bpf.conf', $words =~ /--listen=nowhere: must/ ? () : $words);
    return;
}

sub check_install {
    my @make  = ('make', '-s', "DESTDIR=$tmp/root", 'prefix=/opt/a b', 'perldir=$(prefix)/share/perl5');
    my $words = said(@make, 'install');
    my $root  = "$tmp/root/opt/a b";
    my @wrong = $? ? split /\n/, $words : ();
    my @found = grep { $_ ne "$tmp/root/etc/nytprof-bpf.conf" } map { s{^\Q$root\E/}{}r } split /\n/, said('find', "$tmp/root", '-type', 'f');
    push @wrong, differences('make install', [ @installed, map {"share/doc/nytprof-bpf/$_"} glob('docs/*.md docs/*.json docs/pictures/*.png'), map { s{^packaging/}{examples/}r } split /\n/, said('find', (map {"packaging/$_"} qw(container/README.md kubernetes prometheus grafana)), '-type', 'f') ], \@found);
    push @wrong, "nytprof-bpf --version: $!" if said("$root/bin/nytprof-bpf", '--version') ne said($agent, '--version');
    push @wrong, "$root/$installed[1] can not be read by all" if -e "$root/$installed[1]" && ((stat _)[2] & oct 777) != oct 644;
    check('make install', @wrong);
    check_roff($_) for sort split /\n/, said('find', "$root/share/man", '-type', 'f');
    my $conf = "$tmp/root/etc/nytprof-bpf.conf";
    check('make install keeps a configuration', -e $conf ? () : 'there is none', do { spew('>', $conf, "mine\n"); said(@make, 'install'); slurp($conf) eq "mine\n" ? () : 'another one is there' });
    said(@make, 'uninstall');
    check('make uninstall keeps one that was changed', -e $conf ? () : 'it is gone');
    said('cp', 'build/nytprof-bpf.conf', $conf);
    said(@make, 'uninstall');
    check('make uninstall', split /\n/, said('find', "$tmp/root", '-type', 'f'));
    return;
}

# ------------------------------------------------------------------------ hardened

# As distributions build programs of root's, whoever has built this one.
sub check_hardened {
    my $headers = said('readelf', '-hlW',         $agent);
    my $dynamic = said('readelf', '-dW',          $agent);
    my $symbols = said('readelf', '--dyn-syms', '-W', $agent);
    my @wrong;
    push @wrong, 'it is loaded to a fixed address (-fPIE, -pie)' if $headers !~ /Type:\s+DYN/ || $dynamic !~ /\bFLAGS_1\b.*\bPIE\b/;
    push @wrong, 'no GNU_RELRO segment (-z relro)' if $headers !~ /^\s*GNU_RELRO\s/m;
    push @wrong, 'symbols are bound lazily (-z now)' if $dynamic !~ /\bBIND_NOW\b|\bFLAGS_1\b.*\bNOW\b/;
    push @wrong, 'its stack can be executed' if $headers !~ /^\s*GNU_STACK\s.*\sRW\s/m;
    push @wrong, 'a segment can be written and executed' if $headers =~ /^\s*LOAD\s.*\sRWE\s/m;
    push @wrong, 'no stack protector (-fstack-protector-strong)' if $symbols !~ /\b__stack_chk_fail\b/;
    my @fortified = $symbols =~ /\b(__\w+_chk)\b/g;
    push @wrong, "few functions are checked: @fortified (-D_FORTIFY_SOURCE)" if @fortified < 5;
    push @wrong, 'searches for libraries in directories of its own' if $dynamic =~ /\b(?:RPATH|RUNPATH)\b/;
    # The note that says so is left out by the linker where the C library has none (Debian 12).
    my $landings = () = said('objdump', '-d', '--no-show-raw-insn', $agent) =~ /\bendbr64\b/g;
    push @wrong, "indirect branches go anywhere: $landings landings (-fcf-protection)" if $headers =~ /X86-64/ && $landings < 500;
    check('the agent is hardened', @wrong);
    return;
}

# ------------------------------------------------------------------- reproducible

# What make has to say in a copy of the tree where it fails.
sub make_in {
    my ($dir, @targets) = @_;
    system('mkdir', '-p', $dir) == 0 or die "mkdir: $?\n";
    system('cp', '-R', map({"$top/$_"} qw(Makefile bpf include packaging scripts tests/tests.mk user vmlinux)), $dir) == 0 or die "cp: $?\n";
    system('mkdir', '-p', "$dir/tests") == 0 && rename("$dir/tests.mk", "$dir/tests/tests.mk") or die "tests.mk: $!\n";
    my $words = said('make', '-s', '-C', $dir, '-j2', @targets);
    return $? ? split /\n/, $words : ();
}

sub check_reproducible {
    my ($one, $other) = ("$tmp/one", "$tmp/another/place");    # at another depth
    my @wrong = (make_in($one, 'man'), make_in($other, 'all', 'man'));
    for ([ $top, 'nytprof-bpf', 1e5 ], [ $one, 'nytprof-bpf.1', 1e4 ], [ $one, 'NYTProf-BPF.3pm', 1e3 ]) {
        my ($from, $name, $least) = @$_;
        my ($text, $same) = map { -e ? slurp($_) : '' } "$from/build/$name", "$other/build/$name";
        push @wrong, "$name: hardly anything was built" if length $same < $least;
        push @wrong, "$name: two builds differ" if $text ne $same;
        push @wrong, "$name: the name of the directory is in it" if $same =~ /\Q$tmp\E/;
    }
    check('builds in different directories', @wrong);
    return;
}

if (@ARGV && $ARGV[0] eq '--reproducible') {
    check_reproducible();
}
else {
    said('make', '-s', 'man', 'completions', 'build/nytprof-bpf.conf');
    check_help();
    check_generator();
    check_man_page();
    check_paths();
    check_completions($_) for sort keys %shell;
    check_quoting();
    check_versions();
    check_hardened();
    check_service();
    check_install();
}
print "$passed passed, $failed failed\n";
exit($failed ? 1 : 0);

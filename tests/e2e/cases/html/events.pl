# SPDX-License-Identifier: GPL-2.0-or-later
# The events of a page are those of the JSON of its profile: events.pl PAGE [JSON]; without JSON the page has none.

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Page;
use Mojo::JSON 'decode_json';

my ($page, $json) = @ARGV;
my $browser = Browser->new;
$browser->size(1280, 900);

sub number { return $_[0] =~ s/\D//gr || 0 }

# The N-th table that is seen: its titles, its rows as hashes by title, and its last row.
sub table {
    my ($nr) = @_;
    my $at     = "[...document.querySelectorAll('main:not([hidden]) table')][$nr]";
    my @titles = @{ $browser->value("[...$at.tHead.rows[0].cells].map(c => c.textContent)") };
    my @rows   = map { my $row = $_; +{ map { $titles[$_] => $row->[$_] } 0 .. $#titles } } rows($browser, $nr);
    my @all    = @{ $browser->value("$at.tFoot ? [...$at.tFoot.rows[0].cells].map(c => c.textContent) : []") };
    return (\@titles, \@rows, { map { $titles[$_] => $all[$_] } 0 .. $#all });
}

sub has_none {
    ok(shown($browser, 'nav') !~ /Events/, 'there is no link to events');
    ok(shown($browser, 'main') !~ /of the kernel/, 'the overview has none');
    $browser->go('#flame');
    is($browser->value("document.querySelectorAll('#view .choice').length"), 1, 'the flame graph has one measure');
    quiet($browser, $page);
    return;
}

my (%own, %whole, %all, %line, %below);    # by name and title of a column

# What the JSON says of a row, by the titles of the columns.
sub parts {
    my ($event) = @_;
    my $name = $event->{event};
    return ($name => $event->{count}, "$name: errors" => $event->{errors}, "$name: bytes" => $event->{bytes});
}

sub read_json {
    open my $in, '<', $json or die "$json: $!\n";
    local $/;
    my $p      = decode_json(<$in>);
    my @names  = map { $_->{name} eq 'main::RUNTIME' ? 'MAIN' : $_->{name} } @{ $p->{subs} };
    my %places = (perl => 'PERL', unknown => '(unknown place)', 'too many' => '(too many)');
    for my $event (@{ $p->{events} }) {
        my $name  = $event->{where} eq 'sub' ? $names[ $event->{sub} ] : $places{ $event->{where} };
        my @stack = map { $names[$_] } @{ $event->{stack} };
        my %over  = map { $_ => 1 } $name, @stack;
        my %part  = parts($event);
        my $line  = defined $event->{file} ? "$p->{files}[ $event->{file} ]{name}:$event->{line}" : $name;
        for my $part (keys %part) {
            $own{$name}{$part} += $part{$part};
            $line{$line}{$part} += $part{$part};
            $all{$part} += $part{$part};
            $whole{$_}{$part} += $part{$part} for keys %over;
        }
        $below{ $stack[-2] }{ $event->{event} } += $event->{count} if @stack > 1 && $stack[-1] eq 'MAIN';
    }
    return;
}

sub compare {
    my ($what, $key, $truth, $titles, $rows) = @_;
    my (@wrong, %seen);
    for my $row (@$rows) {
        my $name = $row->{$key};
        $seen{$name}++;
        push @wrong, map { "$name: $_ $row->{$_}, not $truth->{$name}{$_}" }
            grep { !/: time$/ && $_ ne $key && number($row->{$_}) != ($truth->{$name}{$_} // 0) } @$titles;
    }
    is(join("\n", @wrong), '', "$what: " . @$rows . ' rows');
    is(join(' ', grep { ($seen{$_} // 0) != 1 } sort keys %$truth), '', "$what: all are there, once");
    return;
}

sub try_tables {
    $browser->go('#events');
    my ($titles, $rows, $sums) = table(1);
    ok((grep { $_ eq 'syscalls: bytes' } @$titles), 'columns: ' . join ', ', @$titles);
    is(join(' ', grep { !/: time$/ && $_ ne 'sub' && number($sums->{$_}) != $all{$_} } @$titles), '', 'the last row has the sums');
    is($sums->{sub}, 'all', 'and says so');
    compare('subs', 'sub', \%own, $titles, $rows);
    ok($own{PERL}, 'PERL has some');
    ($titles, $rows) = table(2);
    compare('lines', 'line', \%line, $titles, $rows);
    $browser->value("document.querySelectorAll('#view .choice button')[1].click()");
    ($titles, $rows) = table(1);
    compare('subs with callees', 'sub', \%whole, $titles, $rows);
    my ($at) = grep { $titles->[$_] eq 'syscalls' } 0 .. $#$titles;
    $browser->value("document.querySelectorAll('#view table')[1].querySelectorAll('th button')[$at].click()");
    my @counts = map { number($_->{syscalls}) } @{ (table(1))[1] };
    is("@counts", join(' ', sort { $b <=> $a } @counts), 'a click sorts by system calls');
    $browser->go('#sub=main::look');
    ok(shown($browser, '#view') =~ /syscalls (\d+) \(own (\d+)\)/ && $1 == $whole{'main::look'}{syscalls} && $2 == ($own{'main::look'}{syscalls} // 0),
        'the page of a sub has its own');
    return;
}

# By page faults and system calls: what is below the program.
sub try_flame {
    for my $name ('page-faults', 'syscalls') {
        $browser->go('#flame');
        $browser->value("[...document.querySelectorAll('#view .choice button')].find(b => b.textContent === '$name').click()");
        my ($total, $own) = shown($browser, '#view .status') =~ /^program (\S+) \Q$name\E \(100%\), own (\S+) / or return ok(0, 'the whole: ' . shown($browser, '#view .status'));
        is(number($total), $all{$name}, "the flame graph has all $name");
        is(number($own), $own{MAIN}{$name} // 0, 'those of the main program are its own');
        my $y = $browser->value("document.querySelector('#view canvas').getBoundingClientRect().top");
        my %is;
        for my $x (map { $_ * 4 } 4 .. 310) {
            $browser->call('Input.dispatchMouseEvent', { type => 'mouseMoved', x => $x, y => $y + 29 });
            $is{$1} = number($2) if shown($browser, '#view .status') =~ /^(\S+::\S+) (\S+) \Q$name\E/;
        }
        ok(keys %is > 1, 'frames: ' . join ' ', sort keys %is);
        is(join(' ', grep { $is{$_} != $below{$_}{$name} } sort keys %is), '', 'each has what it has with its callees');
        $browser->value("[...document.querySelectorAll('#view .choice button')].find(b => b.textContent === 'time').click()");
        ok(shown($browser, '#view .status') !~ /\Q$name\E/, 'and time again');
    }
    return;
}

$browser->open(url($page));
if ($json) {
    read_json();
    ok(shown($browser, '.facts') =~ /syscalls ([\d\x{202f}]+)/ && number($1) == $all{syscalls}, 'the overview has the sum');
    ok(shown($browser, '#tables') =~ /Events of the kernel by sub/, 'and the table of subs');
    try_tables();
    try_flame();
    quiet($browser, $page);
} else {
    has_none();
}

#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes the frame of the HTML page from its sources, as an array of C:
#
#     scripts/gen-page.pl PAGE.html BODY.html PAGE.css SCRIPT.js...
#
# PAGE is what all pages share. Style and script, which are one, get into the page without their indents and comments. The page's
# Content-Security-Policy gets their SHA-256. What the agent fills in, such as {{title}}, ends a part.

use strict;
use warnings;
use Digest::SHA 'sha256_base64';

my ($page, $body, $style, @scripts) = @ARGV;
die "usage: $0 PAGE.html BODY.html PAGE.css SCRIPT.js...\n" if !@scripts;
my %slots = map { $_ => 1 } qw(title overview tables data);

sub slurp {
    my ($name) = @_;
    open my $in, '<', $name or die "$name: $!\n";
    local $/;
    my $text = <$in>;
    $text =~ /[^\x00-\x7f]/ and die "$name: not ASCII\n";
    return $text;
}

# Of whole lines: what strings have stays as it is.
sub shorten {
    my ($text) = @_;
    $text =~ s{^/\*.*?\*/\n}{}gms;
    $text =~ s{^[ \t]+}{}gm;
    $text =~ s{^//.*\n}{}gm;
    $text =~ s{\n{2,}}{\n}g;
    return $text;
}

sub hash_of {
    my $hash = sha256_base64(@_);
    $hash .= '=' while length($hash) % 4;
    return "'sha256-$hash'";
}

my %text = (
    style  => "\n" . shorten(slurp($style)),
    script => "\n'use strict';\n(() => {\n" . join('', map { shorten(slurp($_)) } @scripts) . "})();\n",
);
$text{script} =~ m{</script|<!--}i and die "the script would end in itself\n";
$text{style}  =~ m{</style}i       and die "the style would end in itself\n";
$text{"$_-hash"} = hash_of($text{$_}) for qw(style script);

my $html = slurp($page) =~ s/\{\{body\}\}/slurp($body)/er;
$html =~ s/\{\{([a-z-]+)\}\}/$text{$1} || ($slots{$1} ? "{{$1}}" : die "$page: what is {{$1}}?\n")/ge;

my @parts = split /\{\{([a-z]+)\}\}/, $html;
while (@parts) {
    my ($text, $slot) = splice @parts, 0, 2;
    $text =~ s/(["\\])/\\$1/g;
    print "{ PAGE_", uc($slot // "end"), ",\n";
    my @lines = split /\n/, $text, -1;
    print map { '"' . $lines[$_] . ($_ < $#lines ? '\n' : '') . "\"\n" } 0 .. $#lines;
    print "},\n";
}

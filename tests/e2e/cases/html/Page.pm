# SPDX-License-Identifier: GPL-2.0-or-later
# What the scripts of this folder share: expectations, and what a page shows.

package Page;

use strict;
use warnings;
use Cwd 'abs_path';
use Exporter 'import';
use FindBin;
use lib "$FindBin::Bin/../..";
use Browser;
use Encode;
use Mojo::JSON 'encode_json';

our @EXPORT = qw(ok is url shown rows quiet);
binmode STDOUT, ':utf8';
my $failed = 0;

sub ok($$) {
    my ($is_so, $what) = @_;
    print $is_so ? '' : 'not ', "so: $what\n";
    $failed++ if !$is_so;
    return $is_so;
}

sub is($$$) {
    my ($is, $should, $what) = @_;
    $_ //= '(nothing)' for $is, $should;
    return ok($is eq $should, $is eq $should ? $what : "$what: it is \"$is\", not \"$should\"");
}

sub url { return 'file://' . abs_path($_[0]) }

# The text of what a selector finds and a reader sees.
sub shown {
    my ($browser, $selector) = @_;
    return $browser->value("[...document.querySelectorAll(@{[encode_json($selector)]})].filter(e => e.checkVisibility()).map(e => e.innerText).join('\\n')");
}

# The rows of the N-th table (the first) that is seen, as arrays of texts; all of them.
sub rows {
    my ($browser, $nr) = @_;
    $browser->value("document.querySelectorAll('main:not([hidden]) .more:not([hidden])').forEach(b => { while (!b.hidden) b.click() })");
    return @{ $browser->value("[...[...document.querySelectorAll('main:not([hidden]) table')][@{[$nr || 0]}].tBodies[0].rows]"
            . ".map(r => [...r.cells].map(c => { const t = c.cloneNode(true); t.querySelectorAll('.percent, .tag, code').forEach(x => x.remove());"
            . " return (c.querySelector('a') || {}).title || t.textContent }))") };
}

# Nothing was asked of the network, and the browser complains of nothing.
sub quiet {
    my ($browser, $page) = @_;
    is(join(' ', grep { $_ ne url($page) } $browser->requests), '', 'no request');
    is(join(' ', $browser->errors), '', 'no error');
    return;
}

END { $? ||= $failed ? 1 : 0 }

1;

# SPDX-License-Identifier: GPL-2.0-or-later
# Opens a page with script turned off, and prints what a reader sees: noscript.pl PAGE

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Page;

my ($page) = @ARGV;
my $browser = Browser->new;
$browser->size(1280, 900);
$browser->without_script(1);
$browser->open(url($page));
my $root = $browser->call('DOM.getDocument', { depth => -1 })->{root};
my $tree = $browser->call('Accessibility.getFullAXTree')->{nodes};
print join ' ', map { $_->{name}{value} // () } grep { !$_->{ignored} && ($_->{role}{value} // '') eq 'StaticText' } @$tree;
print "\n";

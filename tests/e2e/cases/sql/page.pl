# SPDX-License-Identifier: GPL-2.0-or-later
# What the view of SQL in a page has: page.pl PAGE

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../html";
use Page;

my ($page) = @ARGV;
my $browser = Browser->new;
$browser->size(390, 900);
$browser->open(url($page));
$browser->go('#sql');
my ($is, $has) = @{ $browser->value('[document.documentElement.scrollWidth, innerWidth]') };
ok($is <= $has, "it fits into $has pixels: $is");
$browser->size(1280, 900);
ok($browser->value("!document.getElementById('sql-tab').hidden"), 'there is a tab');
my ($row) = grep { $_->[3] eq 'insert into t (name) values (?)' && $_->[1] } rows($browser, 0);
is($row->[1], 100, 'the executions of a statement');
ok($row->[4] =~ /a\.pl:6$/, "its place: $row->[4]");
quiet($browser, $page);

# SPDX-License-Identifier: GPL-2.0-or-later
# Opens a page whose data are damaged: damaged.pl PAGE

use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Page;

my ($page) = @ARGV;
my $browser = Browser->new;
$browser->size(1280, 900);
$browser->open(url($page));
ok(shown($browser, '#failed') =~ /^The data of this page cannot be read: ./, shown($browser, '#failed'));
ok(shown($browser, '#tables') =~ /main::\s*work/, 'the tables are there');
is(shown($browser, 'nav'), '', 'what would need the data is not');
quiet($browser, $page);

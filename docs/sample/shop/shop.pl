#!/usr/bin/perl
# A web shop with one slow page.  See docs/guide.md.
#
#     perl database.pl 5433 &
#     SHOP_DATABASE=5433 perl shop.pl prefork -w 2 -l http://127.0.0.1:3000

use FindBin;
use lib "$FindBin::Bin/lib";
use Mojolicious::Lite -signatures;
use Shop::Report;

app->log->level('error');

get '/' => sub ($c) { $c->render(text => "Welcome\n") };

get '/product/:id' => sub ($c) {
    my $product = Shop::Stock::fetch($c->param('id'));
    $c->render(json => $product);
};

get '/report' => sub ($c) {
    my @tags = Shop::Report::tags(20);
    $c->render(json => \@tags);
};

app->start;

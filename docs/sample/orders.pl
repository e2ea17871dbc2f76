#!/usr/bin/perl
use strict;
use warnings;
use DBI;

my $dbh = DBI->connect('dbi:SQLite:dbname=:memory:', '', '', { RaiseError => 1 });
$dbh->do('create table customers (id integer primary key, name text)');
$dbh->do('create table orders (id integer primary key, customer integer, total integer)');

sub fill {
	$dbh->begin_work;
	my $order = $dbh->prepare('insert into orders (customer, total) values (?, ?)');
	$dbh->do("insert into customers (name) values ('customer $_')") for 1 .. 500;
	$order->execute($_ % 500 + 1, $_) for 1 .. 10_000;
	$dbh->commit;
	return;
}

sub total_of {
	my ($name) = @_;
	return $dbh->selectrow_array("select sum(total) from orders where customer = (select id from customers where name = '$name')");
}

fill();
my $sum = 0;
$sum += total_of("customer $_") for 1 .. 500;
print "$sum\n";

# SPDX-License-Identifier: GPL-2.0-or-later
# Templates that become perl code: string evals.
use strict;
use warnings;
use Mojo::Template;
use Template;
use Parts;

my $rows = [ map { { id => $_, name => "name <$_>" } } 1 .. 60 ];
my $page = "% for my \$row (\@\$rows) {\n<p><%= \$row->{id} %> <%= \$row->{name} %></p>\n% }\n";
my $mojo = Mojo::Template->new(vars => 1);
my $kept = Mojo::Template->new(vars => 1);
$kept->render($page, { rows => $rows });
my $toolkit = Template->new;
my $directives = '[% FOREACH row IN rows %]<p>[% row.id %] [% row.name | html %]</p>[% END %]';

sub compiled  { return length $mojo->render($page, { rows => $rows }) }
sub again     { my $cnt = 0; $cnt += length $kept->process({ rows => $rows }) for 1 .. 10; return $cnt }
sub processed { $toolkit->process(\$directives, { rows => $rows }, \my $text) or die $toolkit->error; return length $text }
sub evals     { my $sum = 0; $sum += eval "my \@l = (1 .. $_); \$l[-1] + 1" for 1 .. 60; return $sum }

part('compiled',  1);
part('again',     1);
part('processed', 1);
part('evals',     1);
run_parts();

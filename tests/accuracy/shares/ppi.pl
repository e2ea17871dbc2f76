# SPDX-License-Identifier: GPL-2.0-or-later
# PPI: a large program of others, with deep stacks.
use strict;
use warnings;
use PPI;
use Parts;

my $code = join "\n", map {"sub f$_ { my (\$x, \@rest) = \@_; return \$x + $_ if \$x =~ /^\\d+\$/; print \"no $_\"; }"} 1 .. 12;
my $document = PPI::Document->new(\$code);

sub parse     { my $parsed = PPI::Document->new(\$code); return length $parsed }
sub find      { return scalar @{ $document->find('PPI::Token::Word') } + scalar @{ $document->find(sub { $_[1]->isa('PPI::Statement::Sub') }) } }
sub serialize { return length $document->serialize }
sub tokenize  { my $tokens = PPI::Tokenizer->new(\$code); my $cnt = 0; $cnt++ while $tokens->get_token; return $cnt }

part('parse',     1);
part('find',      2);
part('serialize', 2);
part('tokenize',  1);
run_parts();

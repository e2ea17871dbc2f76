# A web application of the usual kind: a route, a little work, a template.
use Mojolicious::Lite -signatures;

app->log->level('fatal');
my @books = map { { id => $_, title => "Book $_", price => 5 + $_ % 17 } } 1 .. 40;

get '/books' => sub ($c) {
    my $below = $c->param('below') // 100;
    my @found = sort { $a->{price} <=> $b->{price} || $a->{id} <=> $b->{id} } grep { $_->{price} < $below } @books;
    $c->stash(books => \@found, total => eval { my $t = 0; $t += $_->{price} for @found; $t });
    $c->render(template => 'books');
};

app->start;
__DATA__
@@ books.html.ep
<h1><%= scalar @$books %> books</h1>
<ul>
% for my $book (@$books) {
  <li class="<%= $book->{id} % 2 ? 'odd' : 'even' %>"><%= $book->{title} %>: <%= sprintf '%.2f', $book->{price} %></li>
% }
</ul>
<p>Together <%= $total %></p>

# Mojolicious::Lite: an application with routes, helpers, hooks, templates and layouts, asked without any socket.
# oracle-rule: address-in-a-name Mojo::Template::Sandbox:: Mojolicious::Renderer::Helpers::
# oracle-rule: autosplit-source
use strict;
use warnings;
BEGIN { $ENV{MOJO_LOG_LEVEL} = 'fatal'; $ENV{MOJO_MODE} = 'production' }
use Mojolicious::Lite -signatures;
use Mojo::Transaction::HTTP;

app->secrets(['one']);
helper shout => sub ($c, $text) { return uc $text };
hook before_dispatch => sub ($c) { $c->stash(begun => 1) };
get '/' => sub ($c) { $c->render(template => 'index', items => [ 1 .. 3 ]) } => 'root';
get '/hello/:name' => { name => 'nobody' } => sub ($c) { $c->render('hello', name => $c->param('name')) };
get '/json' => sub ($c) { $c->render(json => { list => [ 1, 2, { three => $c->stash('begun') } ] }) };
post '/form' => sub ($c) {
    my $v = $c->validation;
    $v->required('age')->num(1, 99);
    $c->render(text => $v->has_error ? 'refused' : 'age ' . $v->param('age'), status => $v->has_error ? 400 : 200);
};
get '/dies' => sub ($c) { die "on purpose\n" };
under '/admin' => sub ($c) { return $c->req->headers->authorization ? 1 : $c->render(text => 'no', status => 401) && undef };
get '/list' => sub ($c) { $c->render(inline => '%= shout $c->url_for("root")') };

sub ask {
    my ($method, $url, $body, %headers) = @_;
    my $tx = Mojo::Transaction::HTTP->new;
    $tx->req->method($method)->url->parse($url);
    $tx->req->headers->header($_ => $headers{$_}) for sort keys %headers;
    $tx->req->body($body) if defined $body;
    app->handler($tx);
    print "$method $url: ", $tx->res->code, ' ', length $tx->res->body, ' ', $tx->res->headers->content_type // '', "\n";
    return $tx->res;
}

for (1 .. 3) {
    print ask(GET => '/')->dom->find('li')->map('text')->join(','), "\n";
    print ask(GET => "/hello/you$_")->dom->at('b')->text, "\n";
}
print ask(GET => '/json')->json->{list}[2]{three}, "\n";
ask(POST => '/form', "age=$_", 'Content-Type' => 'application/x-www-form-urlencoded') for 42, 'old';
ask(GET => $_) for qw(/dies /missing /admin/list);
print ask(GET => '/admin/list', undef, Authorization => 'yes')->body =~ s/\n//r, "\n";

__DATA__
@@ index.html.ep
% layout 'page', title => 'Index';
<ul>
% for my $item (@$items) {
  <li><%= $item * 2 %></li>
% }
</ul>
%= include 'part', text => 'included'
@@ part.html.ep
<p><%= shout $text %></p>
@@ hello.html.ep
% layout 'page', title => 'Hello';
% content_for extra => begin
<i>extra</i>
% end
<b><%= $name %></b>
@@ layouts/page.html.ep
<html><head><title><%= title %></title></head>
<body><%= content %><%= content 'extra' %></body></html>

# Mojolicious::Lite as its users try it: app->start('get', ...) with a server and a client in this process.
# oracle-rule: address-in-a-name Mojo::Template::Sandbox:: Mojolicious::Renderer::Helpers::
# oracle-rule: autosplit-source
use strict;
use warnings;
BEGIN { $ENV{MOJO_LOG_LEVEL} = 'fatal'; $ENV{MOJO_REACTOR} = 'Mojo::Reactor::Poll' }
use Mojolicious::Lite -signatures;

get '/' => sub ($c) { $c->render('index', number => 7) };
app->start('get', '/', '.number', 'text');

__DATA__
@@ index.html.ep
<p class="number"><%= $number * 6 %></p>

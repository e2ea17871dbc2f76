# Mojo::Template: templates that are compiled once and rendered often, blocks, escapes, loops, errors with their lines.
use strict;
use warnings;
use Mojo::Template;
use Mojo::Util qw(trim unindent xml_escape);
use Mojo::ByteStream 'b';

my $list = <<'END';
% my ($title, @items) = @_;
<h1><%= $title %></h1>
% for my $item (@items) {
  <li class="<%== $item->{class} // 'none' %>"><%= $item->{name} %></li>
% }
<%# a comment %>
% my $row = begin
% my ($n) = @_;
<b><%= $n * 2 %></b>\
% end
%= join '', map { $row->($_) } 1 .. scalar @items
<% if (@items > 2) { =%> many <% } else { =%>
few
<% } %>
END

my $template = Mojo::Template->new(auto_escape => 1, name => 'list.html');
print length $template->parse($list)->process("list <$_>", map { { name => "item & $_", class => $_ % 2 ? 'odd' : undef } } 1 .. $_), "\n" for 1 .. 4;
print trim(Mojo::Template->new(vars => 1)->render('<% for my $x (@$numbers) { %><%= $x + $add %>,<% } %>', { numbers => [ 1 .. 5 ], add => $_ })), "\n" for 10, 20;
my $own = Mojo::Template->new(tag_start => '[%', tag_end => '%]', line_start => '@', namespace => 'Helpers', prepend => 'my $self = shift;');
{ package Helpers; sub shout { return uc "@_" } }
print trim($own->parse("\@ my \$greeting = shout('hello');\n[%= \$greeting %] [%= \$self %]\n")->process($_)), "\n" for qw(a b);
for my $bad ("fine\n% die 'in the template';\n", "one\n% if (1) {\nno end\n", "%= undefined_sub()\n") {
    my $said = Mojo::Template->new(name => 'bad.html')->render($bad);
    print ref $said ? join(' ', 'line', $said->line->[0] // '?', substr $said->message, 0, 20) =~ s/\n//gr : $said, "\n";
}
print b('<escaped>')->xml_escape->size, ' ', unindent("  a\n  b\n") eq "a\nb\n" ? 'unindented' : 'as it was', ' ', xml_escape(q{"'}), "\n";

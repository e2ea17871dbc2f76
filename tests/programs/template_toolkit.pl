# Template Toolkit: templates parsed, compiled to Perl and evaluated; filters, macros, blocks, plugins, errors.
# oracle-rule: line-behind-a-line-directive Parser.yp
use strict;
use warnings;
use Template;

my $page = <<'END';
[% MACRO twice(x) BLOCK %][% x %][% x %][% END -%]
[% title.upper %] [% total = 0 %]
[% FOREACH item IN items -%]
[% PROCESS row name = item.name value = item.value -%]
[% total = total + item.value -%]
[% IF loop.last %]last [% loop.count %][% ELSIF loop.first %]first[% END %]
[% END -%]
[% twice(total) %] [% items.size %] [% code(3) %] [% TRY; missing.die; CATCH; error.type; END %]
[% SWITCH title; CASE 'one'; 'is one'; CASE DEFAULT; 'is not'; END %] [% FILTER upper %]shouted[% END %]
[% USE t = Table([1, 2, 3, 4], rows = 2) %][% t.row(0).join(',') %]
END

my $tt = Template->new(BLOCKS => { page => $page, row => "<li>[% name | html %]: [% value * 2 %]</li>\n", wrapper => '<<[% content %]>>' }, EVAL_PERL => 1) or die Template->error;
for my $title (qw(one two three)) {
    my %vars = (
        title => $title, code => sub { return "code $_[0]" },
        items => [ map { { name => "<$_>", value => $_ } } 1 .. length $title ],
    );
    $tt->process('page', \%vars, \my $out) or die $tt->error;
    print length $out, ' ', ($out =~ /(last \d)/), "\n";
}
for my $n (1, 2) {
    $tt->process(\'[% WRAPPER wrapper %]inline [% n %][% END %]', { n => $n }, \my $out);
    print "$out\n";
}
$tt->process(\'[% PERL %] print "perl ", $stash->get("n") * 2; [% END %]', { n => 4 }, \my $said);
print "$said\n";
for my $bad ('[% IF %]', '[% THROW own "thrown" %]', '[% INCLUDE nowhere %]') {
    print $tt->process(\$bad, {}, \my $none) ? 'fine' : $tt->error->type, "\n";
}

# SPDX-License-Identifier: GPL-2.0-or-later
#
# The programs to measure.  PERL stands for a perl under the tool in question.
use strict;
use warnings;

our ($here, $top);

sub script {
    my ($name, $what) = @_;
    return { name => $name, what => $what, argv => [ 'PERL', "$here/programs/$name.pl" ] };
}

# Real ones come from Debian's packages, with input from there.
return (
    script('loop',    'a tight loop'),
    script('calls',   '1,000,000 calls of an empty sub'),
    script('fib',     'recursion'),
    script('objects', 'short methods'),
    { name => 'weblog', what => 'regexes: docs/sample/weblog.pl', argv => [ 'PERL', "$top/docs/sample/weblog.pl" ] },
    script('evals', 'string evals'),
    script('xs',    'XSUBs'),
    { name => 'perlcritic', real => 1, what => 'perlcritic --brutal Perl/Critic/Utils.pm',
        argv => [ 'PERL', '/usr/bin/perlcritic', '--noprofile', '--brutal', '--force', '--quiet', '/usr/share/perl5/Perl/Critic/Utils.pm' ] },
    { name => 'perltidy', real => 1, what => 'perltidy of 3,000 lines', argv => [ 'PERL', '/usr/bin/perltidy', '-st', '-npro', '/usr/share/perl5/Perl/Critic/Utils.pm', '/usr/share/perl5/Perl/Tidy/HtmlWriter.pm' ] },
    { name => 'server', real => 1, what => 'Mojolicious, 400 requests by ab', argv => [ "$here/server.sh", 'PERL' ] },
);

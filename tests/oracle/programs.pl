# SPDX-License-Identifier: GPL-2.0-or-later
#
# Real programs from Debian packages, with real input: for oracle.pl.
{
    perltidy => { argv => [ '/usr/bin/perltidy', '-st', '-npro', '/usr/bin/perlcritic' ] },
    ack      => { argv => [ '/usr/bin/ack', '--noenv', '-l', 'sub\s+\w+', '/usr/share/perl5/Perl' ] },
    exiftool => { argv => [ '/usr/bin/exiftool', '-config', '', '-G', '-a', '-u', '-r', glob '/usr/lib/*/perl5/*/Devel/NYTProf/js' ] },
    pod2text => { argv => [ '/usr/bin/pod2text', '/usr/share/perl5/Perl/Tidy.pod' ] },
    perlcritic => { argv => [ '/usr/bin/perlcritic', '--noprofile', '--brutal', '/usr/share/perl5/Perl/Critic/Theme.pm' ] },
}

#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes rows of user/perl/perl-layouts.csv from perl's own headers:
#
#     scripts/layout-rows.pl ROW CORE-DIR [CC-OPTION...]
#
#     CC=aarch64-linux-gnu-gcc scripts/layout-rows.pl debian-5.36.0-ithreads-arm64 \
#         build/perls/arm64/bookworm/usr/lib/aarch64-linux-gnu/perl/5.36.0/CORE -DDEBUGGING \
#         --sysroot=build/sysroot-aarch64 -Ibuild/perls/arm64/bookworm/usr/include
#
# The sysroot is that of "make cross-arm64".
#
# The headers have the configuration of one build.  -UNAME removes a macro from it:
#
#     scripts/layout-rows.pl upstream-5.44.0-nothreads \
#         build/perls/experimental/usr/lib/x86_64-linux-gnu/perl/5.44.0/CORE \
#         -UUSE_ITHREADS -UUSE_THREADS -UMULTIPLICITY
#
# upstream-N-multiplicity-nothreads is the same without -UMULTIPLICITY.
#
# Runs nothing that it compiles.  The compiler puts offsets and constants into an object file, and
# this script reads them there.  So it works for other machines too.  A value that the headers do
# not have stays empty.

use strict;
use warnings;
use File::Temp 'tempdir';

my ($row, $core, @options) = @ARGV;
die "usage: $0 ROW CORE-DIR [CC-OPTION...]\n" unless defined $core;
my $cc      = $ENV{CC} // 'gcc';
my $objcopy = $ENV{OBJCOPY} // ($cc =~ s/gcc(?:-\d+)?$/objcopy/r);
my ($top) = $0 =~ m{^(.*)/scripts/[^/]+$} ? $1 : '.';
my $dir = tempdir(CLEANUP => 1);

open my $csv, '<', "$top/user/perl/perl-layouts.csv" or die "user/perl/perl-layouts.csv: $!\n";
chomp(my $head = <$csv>);
my @columns = split /,/, $head;

# ---- what a column is, in C

my $cx   = 'PERL_CONTEXT, cx_u.cx_blk';
my %type = (
    'COP'    => [qw(cop_line cop_filegv cop_stash cop_file cop_stashpv cop_stashlen cop_stashoff
        cop_hints cop_seq cop_warnings cop_hints_hash)],
    'OP'     => [qw(op_next op_sibparent op_ppaddr op_targ op_flags op_private)],
    'LISTOP' => [qw(op_first op_last)],
    'LOGOP'  => [qw(op_other)],
    'LOOP'   => [qw(op_redoop op_nextop op_lastop)],
    'SVOP'   => [qw(op_sv)],
    'PADOP'  => [qw(op_padix)],
    'PVOP'   => [qw(op_pv)],
    'JMPENV' => [qw(je_prev je_ret)],
    'SV'     => [qw(sv_any sv_refcnt sv_flags sv_u)],
    'XPV'    => [qw(xpv_cur)],
    'XPVMG'  => [qw(xmg_stash xmg_u)],
    'XPVAV'  => [qw(xav_fill xav_max xav_alloc)],
    'XPVHV'  => [qw(xhv_keys xhv_max)],
    'struct xpvhv_aux' => [qw(xhv_name_u xhv_name_count xhv_riter)],
    'HEK'    => [qw(hek_hash hek_len hek_key)],
    'GP'     => [qw(gp_sv gp_io gp_cv gp_cvgen gp_refcnt gp_hv gp_av gp_form gp_egv gp_file_hek)],
    'XPVCV'  => [qw(xcv_stash xcv_gv_u xcv_file xcv_outside xcv_outside_seq xcv_flags xcv_depth)],
    'PADLIST'     => [qw(xpadl_max)],
    'PADNAMELIST' => [qw(xpadnl_alloc xpadnl_max)],
    'PADNAME'     => [qw(xpadn_pv xpadn_len xpadn_low xpadn_high)],
    'PERL_SI'     => [qw(si_stack si_cxstack si_prev si_next si_cxix si_cxmax si_cxsubix si_type)],
);
my %field = (
    methop_u      => 'METHOP, op_u',
    rcpv_refcount => 'RCPV, refcount',
    rcpv_len      => 'RCPV, len',
    rcpv_pv       => 'RCPV, pv',
    xpv_len       => 'XPV, xpv_len_u',
    xiv_iv        => 'XPVIV, xiv_u',
    xhv_mro_meta  => 'struct xpvhv_aux, xhv_mro_meta',
    he_next       => 'HE, hent_next',
    he_hek        => 'HE, hent_hek',
    he_val        => 'HE, he_valu',
    xgv_stash     => 'XPVGV, xnv_u.xgv_stash',
    xgv_namehek   => 'XPVGV, xiv_u.xivu_namehek',
    xcv_start     => 'XPVCV, xcv_start_u',
    xcv_root      => 'XPVCV, xcv_root_u',
    xcv_padlist   => 'XPVCV, xcv_padlist_u',
    xpadl_alloc   => 'PADLIST, xpadl_arr',
    hv_aux_body_off => 'struct xpvhv_with_aux, xhv_aux',
    cx_type       => 'PERL_CONTEXT, cx_u.cx_subst.sbu_type',
    sb_targ       => 'PERL_CONTEXT, cx_u.cx_subst.sbu_targ',
    (map { ("blk_$_" => "$cx.blku_$_") }
        qw(gimme u16 oldsp oldcop oldpm oldmarksp oldscopesp oldsaveix old_tmpsfloor)),
    (map { ("blk_sub_$_" => "$cx.blk_u.blku_sub.$_") }
        qw(cv retop olddepth savearray argarray old_cxsubix)),
    (map { ("blk_eval_$_" => "$cx.blk_u.blku_eval.$_") }
        qw(retop old_namesv cur_text cv cur_top_env)),
    blk_format_cv  => "$cx.blk_u.blku_format.cv",
    blk_loop_my_op => "$cx.blk_u.blku_loop.my_op",
);
for my $type (keys %type) {
    $field{$_} = "$type, $_" for @{ $type{$type} };
}
my %size = (
    interpreter => 'struct interpreter',
    CONTEXT     => 'PERL_CONTEXT',
    stackinfo   => 'PERL_SI',
    xpvhv_aux   => 'struct xpvhv_aux',
    blk_oldsp   => '((PERL_CONTEXT *)0)->blk_oldsp',
);
my %value = (
    OP_max => 'MAXO',
    map { ($_ => $_) } qw(PERL_REVISION PERL_VERSION PERL_SUBVERSION PTRSIZE IVSIZE NVSIZE),
);
my @defined = qw(USE_ITHREADS MULTIPLICITY DEBUGGING PERL_OP_PARENT PERL_COPY_ON_WRITE);

# Bit fields: the word that has them set shows where they are.
my %bits = (
    op_type    => 'OP x = { .op_type = 0x1ff }',
    op_moresib => 'OP x = { .op_moresib = 1 }',
    gp_line    => 'GP x = { .gp_line = 0x7fffffff }',
);

# Of a perl without MULTIPLICITY these are globals, and the row has their names.
my %cell;

sub is_variable {
    my ($column) = @_;
    my ($name) = $column =~ /^I([a-z]\w*|DB\w*)$/ or return;
    return $cell{MULTIPLICITY} ? "offsetof(struct interpreter, I$name)" : "sizeof(PL_$name)";
}

sub expression {
    my ($column) = @_;
    return is_variable($column) if is_variable($column);
    return "offsetof($field{$column})" if $field{$column};
    return $value{$column} if $value{$column};
    return sprintf 'sizeof(%s)', $size{$1} // $1 if $column =~ /^sizeof_(.*)/;
    return $column if $column =~ /^(?:SV[tfpsg]_|SV(?:prv|phv|pgv)_|SVTYPEMASK|CVf_|CX[tp]_
        |CXTYPEMASK|PERLSI_|OP_|OPf_|OPp|PERL_PHASE_|PERLDBf_|HVhek_)/x;
    return;
}

# ---- the compiler's answers

my $undefined = join '', map { /^-U(\w+)/ ? "#undef $1\n" : () } @options;
my $before    = <<"END";
#define PERL_NO_GET_CONTEXT
#include <EXTERN.h>
#include <config.h>
$undefined#include <perl.h>
#include <stddef.h>
#ifndef PERL_COPY_ON_WRITE
# ifdef PERL_ANY_COW
#  define PERL_COPY_ON_WRITE
# endif
#endif
END

# The bytes of a section of what was compiled; undef, and the lines with an error in the second value.
sub compile {
    my ($text, $section) = @_;
    open my $c, '>', "$dir/a.c" or die "$dir/a.c: $!\n";
    print $c $text;
    close $c;
    my $errors = qx{$cc @options -D_GNU_SOURCE -D_REENTRANT -D_LARGEFILE_SOURCE -D_FILE_OFFSET_BITS=64 \\
        -fwrapv -fno-strict-aliasing -fmax-errors=0 -w -I$core -c $dir/a.c -o $dir/a.o 2>&1};
    my %lines = map { ($_ => 1) } $errors =~ m{a\.c:(\d+):\d+: (?:fatal )?error}g;
    die "$0: $errors" if $? && !%lines;
    return (undef, \%lines) if $?;
    system($objcopy, '-O', 'binary', '-j', $section, "$dir/a.o", "$dir/a.bin") == 0 or exit 1;
    open my $bin, '<:raw', "$dir/a.bin" or die "$dir/a.bin: $!\n";
    local $/;
    return scalar <$bin>;
}

for my $name (@defined) {
    my ($is) = compile(
        "$before#ifdef $name\n# define IS 1\n#else\n# define IS 0\n#endif\n"
            . "const char value __attribute__((section(\"row\"))) = IS;\n", 'row');
    $cell{$name} = ord $is;
}
$field{methop_rclass} = 'METHOP, op_rclass_' . ($cell{USE_ITHREADS} ? 'targ' : 'sv');

my @asked = grep { defined expression($_) } @columns;
my $bytes;
while (!defined $bytes) {
    my $text  = $before . "const long long values[] __attribute__((section(\"row\"))) = {\n";
    my $first = 1 + ($text =~ tr/\n//);
    $text .= "(long long)(@{[expression($_)]}),\n" for @asked;
    ($bytes, my $wrong) = compile("$text};\n", 'row');
    last if defined $bytes;
    my @left = map { $asked[$_] } grep { !$wrong->{ $first + $_ } } 0 .. $#asked;
    die "$0: the headers in $core can't be compiled\n" if @left == @asked;
    @asked = @left;
}
@cell{@asked} = unpack 'q<*', $bytes;

if (!$cell{MULTIPLICITY}) {
    $cell{$_} = 'PL_' . substr $_, 1 for grep { is_variable($_) } @asked;
    delete $cell{sizeof_interpreter};
}
$cell{PERL_OP_PARENT} ||= $cell{PERL_VERSION} >= 26 ? 1 : 0; # has no macro any more
$cell{SVphv_HasAUX} //= $cell{SVf_OOK}; # that was its name before 5.38
$cell{hv_aux_in_body} = defined $cell{hv_aux_body_off} ? 1 : 0;
for my $name (keys %bits) {
    my ($image) = compile(
        $before . 'const ' . $bits{$name} =~ s/ x = / x __attribute__((section("row"))) = /r . ";\n",
        'row');
    next unless defined $image;
    my ($zeros) = $image =~ /^(\0*)/;
    $cell{"${name}_byte"} = length $zeros;
    $cell{"${name}_mask"} = sprintf '0x%x', unpack 'V', substr($image, length $zeros, 4) . "\0" x 4;
}

# ---- the row

my $hex = qr/^(?:SV[fps]|SV(?:prv|phv|pgv)_|SVTYPEMASK|CVf_|CXp_|CXTYPEMASK|HVhek_|PERLDBf_)/;
for my $name (grep { $_ =~ $hex } keys %cell) {
    $cell{$name} = sprintf '0x%x', $cell{$name} & 0xffffffff;
}
@cell{qw(row header_source)} = ($row, $row =~ /^debian/ ? 'debian headers' : 'headers');
$cell{arch} = qx{$cc -dumpmachine} =~ s/-.*//sr;
print join(',', map { $cell{$_} // '' } @columns), "\n";

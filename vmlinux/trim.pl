#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes a vmlinux.h with only the types of types.list, from a kernel's BTF:
#
#     vmlinux/trim.pl x86_64 /sys/kernel/btf/vmlinux > vmlinux/x86_64/vmlinux.h
#
# Member offsets do not matter, because CO-RE finds them in the running kernel.  So one file per
# architecture serves all kernels.

use strict;
use warnings;
use JSON::PP;

my ($arch, $btf) = @ARGV == 2 ? @ARGV : die "usage: $0 ARCH BTF-FILE > vmlinux.h\n";
my ($dir) = $0 =~ m{^(.*)/} or die "$0: where is types.list?\n";
my $dump = `bpftool -j btf dump file \Q$btf\E` or die "$0: bpftool can't read $btf\n";
my %type = map { $_->{id} => $_ } @{ decode_json($dump)->{types} };

my %std = (
    'unsigned char' => 'u8', 'short unsigned int' => 'u16', 'unsigned int' => 'u32',
    'long unsigned int' => 'u64', 'long long unsigned int' => 'u64', 'signed char' => 's8',
    'short int' => 's16', 'int' => 's32', 'long int' => 's64', 'long long int' => 's64',
    'char' => 'char', '_Bool' => 'bool',
);

# What a typedef stands for.
sub plain_kind {
    my $t = $type{ $_[0] };
    $t = $type{ $t->{type_id} } while $t && $t->{kind} eq 'TYPEDEF';
    return $t ? $t->{kind} : '';
}

# A struct without a name, around a number: atomic_t, kuid_t, kernel_cap_t.
sub is_atomic {
    my ($t) = @_;
    return $t->{kind} eq 'STRUCT' && ($t->{name} // '(anon)') eq '(anon)'
        && !grep { plain_kind($_->{type_id}) ne 'INT' } @{ $t->{members} };
}

# The C name of a type.
sub c_type {
    my ($id) = @_;
    my $t = $type{$id} or return 'void';
    my $kind = $t->{kind};
    return $std{ $t->{name} } // die "integer type $t->{name}?\n" if $kind eq 'INT';
    return c_type($t->{type_id}) =~ s/(\*?)$/$1 ? '**' : ' *'/er  if $kind eq 'PTR';
    return c_type($t->{type_id}) if $kind =~ /^(TYPEDEF|CONST|VOLATILE|TYPE_TAG)$/;
    return 'struct { ' . join('', map { c_type($_->{type_id}) . " $_->{name}; " } @{ $t->{members} }) . '}'
        if is_atomic($t);
    return "struct $t->{name}"   if $kind eq 'STRUCT' || $kind eq 'FWD';
    die "type kind $kind?\n";
}

# Members by name, those of anonymous structs and unions included.
sub members {
    my ($t) = @_;
    my @found;
    for my $m (@{ $t->{members} }) {
        my $sub = $type{ $m->{type_id} };
        if ($m->{name} eq '(anon)') {
            $sub = $type{ $sub->{type_id} } while $sub->{kind} =~ /^(TYPEDEF|CONST|VOLATILE)$/;
            push @found, members($sub);
        } else {
            push @found, $m;
        }
    }
    return @found;
}

my %listed; # the structs that were written so far

# Can this member be written: is it a plain one, or a struct that is known?
sub is_usable {
    my ($m) = @_;
    my $t = $type{ $m->{type_id} };
    $t = $type{ $t->{type_id} } while $t && $t->{kind} =~ /^(TYPEDEF|CONST|VOLATILE)$/;
    if ($t && $t->{kind} eq 'ARRAY') {
        my $of = $type{ $t->{type_id} };
        return $of->{kind} =~ /^(INT|TYPEDEF)$/ || $listed{ $of->{name} // '' };
    }
    return !$t || is_atomic($t) || $t->{kind} !~ /^(STRUCT|UNION|ARRAY)$/ || $listed{ $t->{name} // '' };
}

print <<"END";
/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/* The kernel types that the programs touch.  Made by vmlinux/trim.pl from types.list. */
#ifndef __VMLINUX_H__
#define __VMLINUX_H__

#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>
#include <linux/bpf.h>

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
typedef __s8 s8;
typedef __s16 s16;
typedef __s32 s32;
typedef __s64 s64;
typedef int pid_t;

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
END

open my $list, '<', "$dir/types.list" or die "$dir/types.list: $!\n";
while (<$list>) {
    next if /^#|^\s*$/;
    next if s/^@(\S+) // && $1 ne $arch;
    my ($name, @want) = split;
    my ($t) = grep { $_->{kind} eq 'STRUCT' && ($_->{name} // '') eq $name } values %type;
    $t or die "no struct $name in $btf\n";
    my %have;
    # Registers come in unions with named parts since 6.9 (fred_cs); the plain words will do.
    $have{ $_->{name} } //= $_ for grep { is_usable($_) } members($t);
    my @names = @want ? @want : map { $_->{name} } grep { is_usable($_) } members($t);
    print "\nstruct $name {\n";
    for my $member (@names) {
        my $m = $have{$member} or die "struct $name has no member $member\n";
        my $array = $type{ $m->{type_id} };
        $array = undef if !$array || $array->{kind} ne 'ARRAY';
        my $c = c_type($array ? $array->{type_id} : $m->{type_id});
        my $dim = $array ? "[$array->{nr_elems}]" : '';
        print "\t$c", ($c =~ /\*$/ ? '' : ' '), "$member$dim;\n";
    }
    print "};\n";
    $listed{$name} = 1;
}
print <<"END";

#pragma clang attribute pop

#endif
END

# SPDX-License-Identifier: GPL-2.0-or-later
#
# All that a program can see of nytprof-bpf, for observer.pl: the case, the lines that differ (bare
# or under the agent), and why they must.
[
    {
        case   => 'view.mounts',
        lines  => qr/ nytprof-bpf /,
        reason => 'A command has a mount namespace, in which a copy of each perl lies over the original: else every '
            . 'perl of the host would pay for the probes.  Mounts of others still arrive there: they are slaves.',
    },
    {
        case   => 'view.namespaces',
        lines  => qr/^mnt mnt:\[\d+\]$/,
        reason => 'The same mount namespace.',
    },
    {
        case   => 'view.inode',
        lines  => qr/^device \d+, inode \d+, links \d+$/,
        reason => 'The copy is a file of its own, with one name; its mode, owner, size and times are the same.',
    },
    {
        case   => 'view.code',
        lines  => qr/^\d+$/,
        reason => 'A uprobe is a breakpoint in the machine code, which /proc/self/mem shows.',
    },
    {
        case   => 'view.maps',
        lines  => qr/ \[uprobes(?:-trampoline)?\]$/,
        reason => 'For return probes, those of slow ops, the kernel maps a page of its own; not with slowops=0.  It maps '
            . 'another one for probes on nops, such as those of stubs (Linux 7.2); not with --no-stubs.',
    },
]

# SPDX-License-Identifier: GPL-2.0-or-later
#
# fish completion for nytprof-bpf.

# The perls that run: by name, and by what is mapped where that can be read.
function __nytprof_bpf_pids
    begin
        ps -e -o pid= -o comm= -o args= 2>/dev/null | awk '$2 ~ /^perl/ || $3 ~ /(^|\/)perl[0-9.]*$/ { print $1 }'
        grep -lsE '/(perl[0-9.]*|libperl\.so[0-9.]*)$' /proc/*/maps 2>/dev/null | cut -d / -f 3 | grep '^[0-9]'
    end | sort -nu
end

# "1,2," is before the third.
function __nytprof_bpf_pid_list
    set -l before (commandline -ct | string replace -r '^(--pid=|-p)' '' | string match -r '.*,')
    for pid in (__nytprof_bpf_pids)
        printf '%s%s\t%s\n' "$before" $pid (ps -o args= -p $pid 2>/dev/null | string sub -l 40)
    end
end

# NAME=VALUE:NAME=..., as far as it is typed.
function __nytprof_bpf_nytprof
    set -l before (commandline -ct | string replace -r '^--nytprof=' '' | string match -r '.*:')
    printf "$before%s=\n" addpid addtimestamp blocks calls clock compress file forkdepth leave log nameanonsubs nameevals savesrc \
        slowops start stmts subs trace
end

# The words between the program and the cursor.
function __nytprof_bpf_words
    commandline -opc | tail -n +2
end

function __nytprof_bpf_command
    set -l words (__nytprof_bpf_words)
    switch "$words[1]"
        case report ctl doctor
            echo $words[1]
        case '*'
            echo record
    end
end

function __nytprof_bpf_behind_dashes
    contains -- -- (__nytprof_bpf_words)
end

function __nytprof_bpf_in
    not __nytprof_bpf_behind_dashes; and test (__nytprof_bpf_command) = $argv[1]
end

# Behind "--" is a command with words of its own.
function __nytprof_bpf_run
    set -l words (__nytprof_bpf_words)
    set -l dashes (contains -i -- -- $words)
    set -e words[1..$dashes]
    complete -C (string join ' ' -- (string escape -- $words) (commandline -ct))
end

complete -c nytprof-bpf -f
complete -c nytprof-bpf -n __nytprof_bpf_behind_dashes -a '(__nytprof_bpf_run)'

set -l first 'test (count (__nytprof_bpf_words)) = 0'
complete -c nytprof-bpf -n $first -a record -d 'Attach to processes, or run a command (the default)'
complete -c nytprof-bpf -n $first -a report -d 'Show profiles in the terminal'
complete -c nytprof-bpf -n $first -a ctl -d 'Talk to a recorder that runs'
complete -c nytprof-bpf -n $first -a doctor -d 'Say what this machine and that perl allow'
complete -c nytprof-bpf -n $first -a help -d 'Say what there is'

# Options of all of them.
set -l anywhere 'not __nytprof_bpf_behind_dashes'
complete -c nytprof-bpf -n $anywhere -s v -l verbose -d 'Say what is probed and what it costs; up to three times'
complete -c nytprof-bpf -n $anywhere -s q -l quiet -d 'Errors only'
complete -c nytprof-bpf -n $anywhere -s h -l help -d 'Say what there is'

complete -c nytprof-bpf -n '__nytprof_bpf_in report' -F
complete -c nytprof-bpf -n '__nytprof_bpf_in report' -l top -x -d 'How many subs and lines'

set -l second 'test (count (__nytprof_bpf_words)) = 1'
set -l third 'test (count (__nytprof_bpf_words)) = 2'
complete -c nytprof-bpf -n "__nytprof_bpf_in ctl; and $second" -a 'start stop flush status reload'
complete -c nytprof-bpf -n "__nytprof_bpf_in ctl; and $third" -a '(__nytprof_bpf_pids)'

complete -c nytprof-bpf -n '__nytprof_bpf_in doctor' -s p -l pid -x -a '(__nytprof_bpf_pid_list)' -d 'The process to look at'

set -l record '__nytprof_bpf_in record'
complete -c nytprof-bpf -n $record -s p -l pid -x -a '(__nytprof_bpf_pid_list)' -d 'Processes to attach to; their children are followed'
complete -c nytprof-bpf -n $record -s o -l file -r -F -d 'Output (nytprof.out)'
complete -c nytprof-bpf -n $record -l output -r -F -d 'As --file'
complete -c nytprof-bpf -n $record -s d -l duration -x -d 'Stop after this many seconds'
complete -c nytprof-bpf -n $record -l mode -x -a 'trace subs' -d 'Every statement and call, or every call only'
complete -c nytprof-bpf -n $record -l no-children -d 'With --pid: not the children of the processes'
complete -c nytprof-bpf -n $record -l no-source -d 'No source text is read or written'
complete -c nytprof-bpf -n $record -l strict -d 'Exit with status 4 when anything could not be recorded'
complete -c nytprof-bpf -n $record -l empty-probes -d 'For benchmarks: nothing is recorded'
complete -c nytprof-bpf -n $record -l unsafe-nops -d 'For a perl built with nops and a program that never forks'
complete -c nytprof-bpf -n $record -l all -d 'Every perl of the host, now and later'
complete -c nytprof-bpf -n $record -l comm -x -d 'With --all: processes of this name'
complete -c nytprof-bpf -n $record -l uid -x -a '(__fish_complete_users)' -d 'With --all: processes of this user'
complete -c nytprof-bpf -n $record -l exe -r -F -d 'With --all: processes of this executable'
complete -c nytprof-bpf -n $record -l match -x -d 'With --all: processes with such a command line'
complete -c nytprof-bpf -n $record -l cgroup -x -d 'With --all: processes of this control group, and those below'
complete -c nytprof-bpf -n $record -l container -x -d 'With --all: processes of this container'
complete -c nytprof-bpf -n $record -l output-dir -x -a '(__fish_complete_directories)' -d 'Where the files are'
complete -c nytprof-bpf -n $record -l max-size -x -d 'Of all files, the oldest go first'
complete -c nytprof-bpf -n $record -l keep -x -d 'How many files, the oldest go first'
complete -c nytprof-bpf -n $record -l interval -x -d 'How often files are written while processes run'
complete -c nytprof-bpf -n $record -l merge -x -a 'unit container' -d 'One more profile for each, the sum of its processes'
complete -c nytprof-bpf -n $record -l owner -x -a 'root target' -d 'Whose the files are'
complete -c nytprof-bpf -n $record -l program-files -x -a 'yes no' -d 'Whether a program says where its profile goes'
complete -c nytprof-bpf -n $record -l listen -x -d 'Where Prometheus can ask for metrics'
complete -c nytprof-bpf -n $record -l metrics-file -r -F -d 'A file of metrics for node_exporter'
complete -c nytprof-bpf -n $record -l config -r -F -d 'A file of options, key = value'
complete -c nytprof-bpf -n $record -l log-level -x -a 'error warning info debug debug2 debug3' -d 'Which messages'
complete -c nytprof-bpf -n $record -l nytprof -x -a '(__nytprof_bpf_nytprof)' -d 'Options in the form of the environment variable NYTPROF'
complete -c nytprof-bpf -n $record -l version -d 'Say which version this is'

# NYTProf's.
complete -c nytprof-bpf -n $record -l addpid -x -a '0 1' -d 'Add the process id to the file\'s name'
complete -c nytprof-bpf -n $record -l addtimestamp -x -a '0 1' -d 'Add the time to the file\'s name'
complete -c nytprof-bpf -n $record -l blocks -x -a '0 1' -d 'Sum by block, too'
complete -c nytprof-bpf -n $record -l calls -x -a '0 1 2' -d 'What the flame graph is drawn from'
complete -c nytprof-bpf -n $record -l clock -x -a 'wall 1 7' -d 'The clock, by name or number'
complete -c nytprof-bpf -n $record -l compress -x -a '(seq 0 9)' -d 'How hard to compress'
complete -c nytprof-bpf -n $record -l forkdepth -x -d 'How many generations of children to record'
complete -c nytprof-bpf -n $record -l leave -x -a '0 1' -d 'Time what is behind a call for itself'
complete -c nytprof-bpf -n $record -l log -r -F -d 'The file for messages'
complete -c nytprof-bpf -n $record -l nameanonsubs -x -a '0 1' -d 'Name anonymous subs by their place'
complete -c nytprof-bpf -n $record -l nameevals -x -a '0 1' -d 'Name evals by their place'
complete -c nytprof-bpf -n $record -l savesrc -x -a '0 1' -d 'Keep the source in the profile'
complete -c nytprof-bpf -n $record -l slowops -x -a '0 1 2' -d 'Show slow builtins as subs'
complete -c nytprof-bpf -n $record -l start -x -a 'begin init end no' -d 'When to begin'
complete -c nytprof-bpf -n $record -l stmts -x -a '0 1' -d 'Record statements'
complete -c nytprof-bpf -n $record -l subs -x -a '0 1' -d 'Record calls'
complete -c nytprof-bpf -n $record -l trace -x -d 'As --verbose so many times'
for option in endatexit evals expand findcaller libcexit optimise optimize perldb posix_exit sigexit use_db_sub usecputime
    complete -c nytprof-bpf -n $record -l $option -x -d 'Of no effect here'
end

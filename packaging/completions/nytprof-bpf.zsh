#compdef nytprof-bpf
# SPDX-License-Identifier: GPL-2.0-or-later

# The perls that run: by name, and by what is mapped where that can be read.
_nytprof_bpf_pids() {
  local -a pids
  pids=(${(f)"$({
    ps -e -o pid= -o comm= -o args= 2>/dev/null |
      awk '$2 ~ /^perl/ || $3 ~ /(^|\/)perl[0-9.]*$/ { print $1 }'
    grep -lsE '/(perl[0-9.]*|libperl\.so[0-9.]*)$' /proc/[0-9]*/maps 2>/dev/null | cut -d / -f 3
  } | sort -nu)"})
  compadd "$@" -a pids
}

_nytprof_bpf_pid_list() {
  compset -P '*,'
  _nytprof_bpf_pids -qS , "$@"
}

_nytprof_bpf_nytprof() {
  local -a names
  local name
  if compset -P '*:' || true; compset -P '*='; then
    name=${${IPREFIX%=}##*[=:]}
    case $name in
      (start) compadd begin init end no ;;
      (clock) compadd wall 1 7 ;;
      (calls|slowops) compadd 0 1 2 ;;
      (file|log) _files ;;
      (*) compadd 0 1 ;;
    esac
    return
  fi
  names=(${${nytprof_options%%=*}#--})
  compadd -S = -a names
}

_nytprof_bpf_record() {
  _arguments -s : $own_options $nytprof_options
}

_nytprof-bpf() {
  local flag=':0 or 1:(0 1)' curcontext=$curcontext
  local -a talk=(
    '(-q --quiet)*'{-v,--verbose}'[say what is probed and what it costs; up to three times]'
    '(-v --verbose -q --quiet)'{-q,--quiet}'[errors only]'
    '(- *)'{-h,--help}'[say what there is]'
  )
  local -a own_options=(
    '*'{-p+,--pid=}'[processes to attach to; their children are followed]:process ids:_nytprof_bpf_pid_list'
    '(-o --file --output)'{-o+,--file=,--output=}'[output (nytprof.out)]:file:_files'
    '(-d --duration)'{-d+,--duration=}'[stop after this long]:seconds:'
    '--mode=[every statement and call, or every call only]:mode:(trace subs)'
    '--no-children[with --pid\: not the children of the processes]'
    '--no-source[no source text is read or written]'
    '--strict[exit with status 4 when anything could not be recorded]'
    '--empty-probes[for benchmarks\: nothing is recorded]'
    '--unsafe-nops[for a perl built with nops and a program that never forks]'
    '--all[every perl of the host, now and later]'
    '--comm=[with --all\: processes of this name]:name:'
    '--uid=[with --all\: processes of this user]:user:_users'
    '--exe=[with --all\: processes of this executable]:pattern:_files'
    '--match=[with --all\: processes with such a command line]:regular expression:'
    '--cgroup=[with --all\: processes of this control group, and those below]:path:'
    '--container=[with --all\: processes of this container]:id:'
    '--output-dir=[where the files are]:directory:_files -/'
    '--max-size=[of all files, the oldest go first]:bytes:'
    '--keep=[how many files, the oldest go first]:files:'
    '--interval=[how often files are written while processes run]:seconds:'
    '--merge=[one more profile for each, the sum of its processes]:of each:(unit container)'
    '--owner=[whose the files are]:owner:(root target)'
    '--program-files=[whether a program says where its profile goes]:choice:(yes no)'
    '--listen=[where Prometheus can ask for metrics]:address\:port:'
    '--metrics-file=[a file of metrics for node_exporter]:file:_files'
    '--config=[a file of options, key = value]:file:_files'
    '--log-level=[which messages]:level:(error warning info debug debug2 debug3)'
    '*--nytprof=[options in the form of the environment variable NYTPROF]:name=value\:...:_nytprof_bpf_nytprof'
    '(- *)--version[say which version this is]'
    $talk
  )
  local -a nytprof_options=(
    "--addpid=[add the process id to the file's name]$flag"
    "--addtimestamp=[add the time to the file's name]$flag"
    "--blocks=[sum by block, too]$flag"
    '--calls=[what the flame graph is drawn from]:calls:(0 1 2)'
    '--clock=[the clock, by name or number]:clock:(wall 1 7)'
    '--compress=[how hard to compress]:level:({0..9})'
    '--forkdepth=[how many generations of children to record]:generations:'
    "--leave=[time what is behind a call for itself]$flag"
    '--log=[the file for messages]:file:_files'
    "--nameanonsubs=[name anonymous subs by their place]$flag"
    "--nameevals=[name evals by their place]$flag"
    "--savesrc=[keep the source in the profile]$flag"
    '--slowops=[show slow builtins as subs]:slowops:(0 1 2)'
    '--start=[when to begin]:start:(begin init end no)'
    "--stmts=[record statements]$flag"
    "--subs=[record calls]$flag"
    '--trace=[as --verbose so many times]:level:'
    {--endatexit,--evals,--expand,--findcaller,--libcexit,--optimise,--optimize,--perldb}'=[of no effect here]:value:'
    {--posix_exit,--sigexit,--use_db_sub,--usecputime}'=[of no effect here]:value:'
  )
  local -a what=(
    'record:attach to processes, or run a command (this is what is done if no word is given)'
    'report:show profiles in the terminal'
    'ctl:talk to a recorder that runs'
    'doctor:say what this machine and that perl allow'
    'help:say what there is'
  )

  # Behind "--" is a command with words of its own.
  if (( words[(i)--] < CURRENT )); then
    local end=$words[(i)--]
    shift $end words
    (( CURRENT -= end ))
    _normal
    return
  fi
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe -t commands command what
    return
  fi
  case $words[2] in
    (record|report|ctl|doctor) shift words; (( CURRENT-- )) ;;
    (*) _nytprof_bpf_record; return ;;
  esac
  case $words[1] in
    (record) _nytprof_bpf_record ;;
    (report) _arguments -s $talk '--top=[how many subs and lines]:number:' '*:profile:_files' ;;
    (ctl) _arguments -s $talk '1:what:(start stop flush status reload)' '2:process id:_nytprof_bpf_pids' ;;
    (doctor) _arguments -s $talk '*'{-p+,--pid=}'[the process to look at]:process ids:_nytprof_bpf_pid_list' ;;
  esac
}

_nytprof-bpf "$@"

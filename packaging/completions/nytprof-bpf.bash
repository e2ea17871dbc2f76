# SPDX-License-Identifier: GPL-2.0-or-later
#
# bash completion for nytprof-bpf.  With bash-completion, a command behind "--" is completed as that command is.

# The perls that run: by name, and by what is mapped where that can be read.
_nytprof_bpf_pids() {
	{
		ps -e -o pid= -o comm= -o args= 2>/dev/null |
			awk '$2 ~ /^perl/ || $3 ~ /(^|\/)perl[0-9.]*$/ { print $1 }'
		grep -lsE '/(perl[0-9.]*|libperl\.so[0-9.]*)$' /proc/[0-9]*/maps 2>/dev/null | cut -d / -f 3
	} | sort -nu
}

# Candidates that begin with the current word, with what is before them in it ("1,2," of "1,2,3").
_nytprof_bpf_offer() {
	local candidate
	while read -r candidate; do
		COMPREPLY+=("$candidate")
	done < <(compgen -P "$1" -W "$2" -- "$3")
}

# Names that begin with $1: of files, or of directories only ($2: -d).  As file names, so that readline quotes them.
_nytprof_bpf_files() {
	compopt -o filenames 2>/dev/null
	local file
	while IFS= read -r file; do
		COMPREPLY+=("$file")
	done < <(compgen "${2:--f}" -- "$1")
}

# The value of option $1, as far as it is typed: $2.  Returns 1 if the option has none.
_nytprof_bpf_value() {
	local option=$1 value=$2 before=
	case $option in
	-p | --pid)
		[[ $value != *,* ]] || before=${value%,*},
		_nytprof_bpf_offer "$before" "$(_nytprof_bpf_pids)" "${value##*,}"
		;;
	-o | --file | --output | --log | --exe | --metrics-file | --config) _nytprof_bpf_files "$value" ;;
	--output-dir) _nytprof_bpf_files "$value" -d ;;
	--uid) mapfile -t COMPREPLY < <(compgen -u -- "$value") ;;
	--owner) _nytprof_bpf_offer '' 'root target' "$value" ;;
	--program-files) _nytprof_bpf_offer '' 'yes no' "$value" ;;
	--merge) _nytprof_bpf_offer '' 'unit container' "$value" ;;
	--log-level) _nytprof_bpf_offer '' 'error warning info debug debug2 debug3' "$value" ;;
	--mode) _nytprof_bpf_offer '' 'trace subs' "$value" ;;
	--start) _nytprof_bpf_offer '' 'begin init end no' "$value" ;;
	--clock) _nytprof_bpf_offer '' 'wall 1 7' "$value" ;;
	--calls | --slowops) _nytprof_bpf_offer '' '0 1 2' "$value" ;;
	--compress) _nytprof_bpf_offer '' '0 1 2 3 4 5 6 7 8 9' "$value" ;;
	--nytprof)
		[[ $value != *:* ]] || before=${value%:*}:
		value=${value##*:}
		if [[ $value == *=* ]]; then
			_nytprof_bpf_value "--${value%%=*}" "${value#*=}"
			COMPREPLY=("${COMPREPLY[@]/#/$before${value%%=*}=}")
			return 0
		fi
		compopt -o nospace 2>/dev/null
		_nytprof_bpf_offer "$before" "${nytprof_options[*]/%/=}" "$value"
		;;
	-d | --duration | --top | --forkdepth | --trace) ;;
	--comm | --match | --cgroup | --container | --max-size | --keep | --interval | --listen) ;;
	*)
		[[ " ${nytprof_options[*]} " == *" ${option#--} "* ]] || return 1
		_nytprof_bpf_offer '' '0 1' "$value"
		;;
	esac
	return 0
}

# The words up to the cursor, with those together again that "=" and ":" have parted: in $words.
_nytprof_bpf_words() {
	local i word glue=""
	words=()
	for ((i = 1; i <= COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		if [[ ${#words[@]} -gt 0 && ($glue || $word == [=:]*) ]]; then
			words[${#words[@]} - 1]+=$word
		else
			words+=("$word")
		fi
		glue=
		[[ $word != [=:]* ]] || glue=1
	done
}

_nytprof_bpf_word() {
	local command=record cur=${words[-1]} word
	case ${words[0]} in
	record | report | ctl | doctor) [[ ${#words[@]} -eq 1 ]] || command=${words[0]} ;;
	esac
	if [[ $cur == -* ]]; then
		case $command in
		report) _nytprof_bpf_offer '' '--top= --verbose --quiet --help' "$cur" ;;
		doctor) _nytprof_bpf_offer '' '--pid= --verbose --quiet --help' "$cur" ;;
		ctl) _nytprof_bpf_offer '' '--verbose --quiet --help' "$cur" ;;
		*)
			[[ ${#words[@]} -gt 1 ]] || own_options+=(--version)
			_nytprof_bpf_offer '' "${own_options[*]} $(printf -- '--%s= ' "${nytprof_options[@]}")" "$cur"
			;;
		esac
		[[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace 2>/dev/null
		return
	fi
	case $command in
	report) _nytprof_bpf_files "$cur" ;;
	ctl)
		if [[ ${#words[@]} -eq 2 ]]; then
			_nytprof_bpf_offer '' 'start stop flush status reload' "$cur"
		else
			_nytprof_bpf_offer '' "$(pgrep -x nytprof-bpf) $(_nytprof_bpf_pids)" "$cur"
		fi
		;;
	record)
		[[ ${#words[@]} -gt 1 ]] || _nytprof_bpf_offer '' 'record report ctl doctor help' "$cur"
		;;
	esac
}

# Behind "--" is a command with words of its own, from COMP_WORDS[$1] on.
_nytprof_bpf_command() {
	if declare -F _command_offset >/dev/null; then
		_command_offset "$1"
	elif [[ $1 -eq $COMP_CWORD ]]; then
		mapfile -t COMPREPLY < <(compgen -c -- "${COMP_WORDS[COMP_CWORD]}")
	else
		_nytprof_bpf_files "${COMP_WORDS[COMP_CWORD]}"
	fi
}

_nytprof_bpf() {
	local own_options=(--pid= --all --file= --output= --duration= --mode= --strict --no-children --no-source --empty-probes --unsafe-nops --nytprof=
		--comm= --uid= --exe= --match= --cgroup= --container= --output-dir= --max-size= --keep= --interval=
		--owner= --program-files= --merge= --listen= --metrics-file= --config= --log-level= --verbose --quiet --help -p -o -d -v -q -h)
	local nytprof_options=(addpid addtimestamp blocks calls clock compress endatexit evals expand file findcaller
		forkdepth leave libcexit log nameanonsubs nameevals optimise optimize perldb posix_exit savesrc sigexit
		slowops start stmts subs trace use_db_sub usecputime)
	local i words previous cur
	COMPREPLY=()
	for ((i = 1; i < COMP_CWORD; i++)); do
		[[ ${COMP_WORDS[i]} != -- ]] || {
			_nytprof_bpf_command $((i + 1))
			return
		}
	done
	_nytprof_bpf_words
	cur=${words[-1]} previous=
	[[ ${#words[@]} -eq 1 ]] || previous=${words[-2]}
	if [[ $cur == --*=* ]]; then
		_nytprof_bpf_value "${cur%%=*}" "${cur#*=}"
		COMPREPLY=("${COMPREPLY[@]/#/${cur%%=*}=}")
	elif [[ $previous != -* || $previous == *=* ]] || ! _nytprof_bpf_value "$previous" "$cur"; then
		_nytprof_bpf_word
	fi
	# readline replaces only what is behind the last of its separators.
	[[ $cur != *[=:]* ]] || COMPREPLY=("${COMPREPLY[@]#"${cur%"${cur##*["$COMP_WORDBREAKS"]}"}"}")
}

complete -F _nytprof_bpf nytprof-bpf

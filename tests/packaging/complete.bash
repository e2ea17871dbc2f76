# SPDX-License-Identifier: GPL-2.0-or-later
#
# What bash offers at the end of a line: complete.bash COMPLETIONS LINE; a candidate each line.
# The line is split as readline does, so that "=" and ":" are words.  What the completion calls file names is quoted, as readline does.

# shellcheck source=/dev/null
. "$1"
rest=$2
COMP_WORDS=('')
while [[ $rest =~ ^([=:]+|[^ =:]+|' '+) ]]; do
	word=${BASH_REMATCH[1]}
	rest=${rest#"$word"}
	if [[ $word == ' '* ]]; then
		COMP_WORDS+=('')
	elif [[ ${COMP_WORDS[-1]} ]]; then
		COMP_WORDS+=("$word")
	else
		COMP_WORDS[-1]=$word
	fi
done
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
# shellcheck disable=SC2034 # bash's own
COMP_LINE=$2 COMP_POINT=${#2} COMP_TYPE=9 COMP_KEY=9
format='%s\n'
compopt() { [[ "$*" != *filenames* ]] || format='%q\n'; }
# What "complete -p" says that bash would call.
function=$(complete -p nytprof-bpf)
[[ $function =~ -F\ ([^ ]+) ]] || exit 1
"${BASH_REMATCH[1]}" nytprof-bpf "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
# shellcheck disable=SC2059 # chosen above
[[ ${#COMPREPLY[@]} -eq 0 ]] || printf "$format" "${COMPREPLY[@]}"

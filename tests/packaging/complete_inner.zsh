# SPDX-License-Identifier: GPL-2.0-or-later
#
# Run in the shell that complete.zsh starts: at the next prompt $LINE is completed, and what is found goes to $FOUND.

autoload -Uz compinit
compinit -D -u
mkdir $FOUND.d
cp $COMPLETIONS $FOUND.d/_nytprof-bpf
fpath=($FOUND.d $fpath)
autoload -Uz _nytprof-bpf
compdef _nytprof-bpf nytprof-bpf

# Notes what is offered, but for calls that only look.
compadd() {
  if [[ ${@[1,(i)(-|--)]} != *-[OAD]* ]]; then
    local -a offered
    builtin compadd -A offered "$@"
    (( ! $#offered )) || print -rl -- $IPREFIX$^offered >>$FOUND
  fi
  builtin compadd "$@"
}

# A list that is longer than the terminal would be asked about.
show_nothing() {
  compstate[list]= compstate[insert]=
}

zle-line-init() {
  comppostfuncs=(show_nothing)
  BUFFER=$LINE
  CURSOR=$#BUFFER
  zle list-choices
  rm -r $FOUND.d
  BUFFER=exit
  zle .accept-line
}
zle -N zle-line-init

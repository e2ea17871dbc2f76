# SPDX-License-Identifier: GPL-2.0-or-later
#
# What zsh offers at the end of a line: complete.zsh COMPLETIONS LINE; a candidate each line.
# zsh completes in its line editor only, so an interactive one is run on a terminal of its own.

export COMPLETIONS=${1:a} LINE=$2 FOUND=$(mktemp)

zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "source ${${(%):-%x}:a:h}/complete_inner.zsh"
while zpty -r shell output; do :; done
sort -u $FOUND
rm $FOUND

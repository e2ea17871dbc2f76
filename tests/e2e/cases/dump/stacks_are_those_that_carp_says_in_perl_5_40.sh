# The same for Debian's perl 5.40.

tree=$TOP/build/perls/trixie
[ -e "$tree/.complete" ] || [ "${CI:-}" = true ] || skip 'run scripts/setup.sh test'
compare_constructs "$(readlink -f "$tree")"

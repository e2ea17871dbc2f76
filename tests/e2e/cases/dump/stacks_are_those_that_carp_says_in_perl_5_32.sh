# The same for Debian's perl 5.32.

tree=$TOP/build/perls/bullseye
[ -e "$tree/.complete" ] || [ "${CI:-}" = true ] || skip 'run scripts/setup.sh test'
compare_constructs "$(readlink -f "$tree")"

# Bad input: one clear line, a status, nothing lost and nothing harmed.

# Reads the profile that was written elsewhere, and removes it.
read_elsewhere() {
	local where
	where=$(grep -o 'written to /[^ ]*' stderr)
	expect [ "$(wc -l <<<"$where")" = 1 ] || exit
	where=${where#written to }
	read_profile "$where"
	expect rm "$where"
}

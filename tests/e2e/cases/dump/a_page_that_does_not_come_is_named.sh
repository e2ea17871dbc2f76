# A worker that hangs as its memory has to come from a disk first: here, from a file system that does not answer.

mkdir mnt
"$HELPERS/slow_fs" mnt & fs=$!
await [ -e mnt/page ]
perl -e 'sub read_index { open my $f, "<:mmap", "mnt/page" or die; <$f> } read_index()' </dev/null & server=$!
waits_for_a_page() {
	local text
	text=$("$AGENT" dump --pid "$server" 2>/dev/null)
	[[ $text == *" waits for a page of memory in "* ]]
}
await waits_for_a_page
dump
expect_out '; op readline; depth 1'
expect_out '  #0   main::read_index at -e:1'
kill -KILL "$server"
stop "$fs"
umount -l mnt
wait "$server"

# The journal gets priorities.

# Whatever perls and recorders there are on this machine, the lines differ: what they begin with is the same.
printf 'match = ^%s/nobody\nlog-level = debug\n' $PWD >conf
: >said
JOURNAL_STREAM=$(stat -c %d:%i said) start_service
echo keep >conf
reload
end_service
expect [ "$(grep -vc '^<[3-7]>' said)" = 0 ]
expect [ "$(grep -c '>nytprof-bpf: ' said)" = 0 ]
expect grep -q '^<6>recording every perl' said
expect grep -q '^<3>conf:1:5: the end of the line; expected "=" after the key; the configuration is unchanged' said
expect grep -q '^<7>' said

# Another file is not the journal.
JOURNAL_STREAM=1:2 run 2 $AGENT --all --keep=x || exit
expect_one_line --keep=x

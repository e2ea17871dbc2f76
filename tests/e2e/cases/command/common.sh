# nytprof-bpf -- COMMAND

# enable_profile with a file, while a profile is being recorded
# NYTProf's second file repeats the calls of the first one. Here it has only the calls made since then.
# out: second.out
# nytprof: calls('main::RUNTIME', 'main::inner') == 2
# ours: calls('main::RUNTIME', 'main::inner') == 1
BEGIN { eval 'sub DB::enable_profile { }' if !defined &DB::enable_profile }
sub inner { return 1 }
inner();
DB::enable_profile('second.out');
inner();

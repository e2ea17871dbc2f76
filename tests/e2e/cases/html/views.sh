# Links, keys, search, sorting and the flame graph work, at 1280 and 390 pixels, light and dark.

record_work
page ours
browse views ours.html "$PWD"/a.pl

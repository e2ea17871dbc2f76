# The options of NYTProf, on real programs.

# oracle-perl: -MFile::Spec -Mstrict -Mwarnings
# The BEGIN blocks of perl's switches are in line 0, whatever was compiled before.
print File::Spec->catfile('a', 'b'), "\n";

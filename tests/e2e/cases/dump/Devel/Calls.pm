package Devel::Calls;    # a debugger that only calls what is to be called

package DB;
sub DB { }

sub sub {
    no strict 'refs';
    return &$DB::sub;
}
1;

# The stack is what Carp::longmess says at the same place, construct by construct.

compare_constructs ""

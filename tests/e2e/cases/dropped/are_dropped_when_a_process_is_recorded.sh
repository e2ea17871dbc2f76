# Rights are dropped when a process is recorded.

record_pid '' system
expect_rights cap_dac_override cap_fowner cap_kill
end_pid
# What is attached to later, by a process that has fewer.
read_profile nytprof.out.*
expect_that "$(number_after 'main::RUNTIME main::g ') > 3"

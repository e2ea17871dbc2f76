# Groups that can't be meant are warned of.

record_all --cgroup=/nyt-none
end_all
expect_in said '--cgroup=/nyt-none: there is no such control group now'
run 0 $AGENT --all --mode=trace --container=abc -d 0.1 --output-dir=out
expect_err '--container=abc: shorter than 4 characters'

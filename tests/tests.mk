# The tests.  A unit test is linked with just the modules it names: that it links shows the layering.

TEST_CFLAGS = $(filter-out -Wconversion -Wshadow,$(CFLAGS_ALL)) \
	$(shell $(PKG_CONFIG) --cflags criterion)
TEST_CPPFLAGS = -DBUILD='"$(B)"'
# For what only asks: to optimize it takes longer than it runs.
TEST_QUICK = -O0 -U_FORTIFY_SOURCE
# Each test is a process of its own, which loads the libraries again.
TEST_LIBS = -Wl,--as-needed $(shell $(PKG_CONFIG) --libs criterion)
objs = $(sort $(1:%=$(B)/user/%.o))

# ---- unit tests

uses_outfile := util/outfile util/path util/error
uses_sandbox := sandbox/sandbox sandbox/penalty sandbox/worker sandbox/wire sandbox/confine util/error
uses_metrics_options := options/metrics_options options/option_table util/error
uses_pod_list := push/pod_list util/error
uses_pods := push/pods push/pod_list push/labels export/text inspect/cgroup_path log/log log/channel log/repeats $(uses_sandbox)
uses_queue := push/queue util/path util/error
uses_answer := push/answer push/receivers.pb-c text/screen_text
uses_sql_text := sql_text/sql_text sql_text/lexer sql_text/lists
uses_estimates = $(sort profile/price profile/windows $(uses_nytp))
uses_sql = $(sort profile/rename_subs profile/merge profile/merge_evals $(uses_nytp))
uses_kevents = $(uses_sql)
uses_kevent_words := waits/kevent_words waits/file_calls waits/wait_words waits/call_names
uses_kevent_totals := drain/kevent_totals options/event_options text/nearest util/error $(uses_kevent_words) profile/profile profile/wait_table profile/sql util/allowance profile/kevents profile/estimates profile/call_tree
uses_slow_options := options/slow_options options/option_table options/duration util/error
uses_slow_line := slow/slow_line text/json waits/wait_words waits/call_names
uses_push_options := options/push_options options/option_table options/size options/duration util/error
uses_sched_state := util/sched_state
uses_invoker := rights/invoker util/error
uses_log := log/log log/channel log/repeats
uses_metrics_text := metrics/metrics_text metrics/metrics_parts metrics/kevents_text output/tally
uses_loop := util/loop util/error
uses_forked := util/forked
uses_server := session/clients ondemand/order util/loop util/forked session/others control_dir/sockets util/error util/fds log/log log/channel log/repeats profile/profile profile/wait_table profile/sql util/allowance profile/kevents profile/estimates profile/call_tree $(filter-out util/error,$(uses_sandbox))
uses_sight := session/sight store/let_read options/readers util/unit_name inspect/cgroup_path util/outfile util/path util/error log/log log/channel log/repeats
uses_group_server := session/clients session/sight control_dir/group_socket control_dir/sockets store/let_read options/readers util/unit_name util/loop util/forked util/fds inspect/cgroup_path util/outfile util/path log/log log/channel log/repeats $(uses_sandbox)
uses_client_slots := metrics/client_slots
uses_pulls := metrics/pulls
uses_scrape := metrics/scrape metrics/http metrics/listen metrics/pull_http metrics/pulls metrics/client_slots rights/rights util/error log/log log/channel log/repeats
uses_tally := output/tally
uses_nytprof_options := options/nytprof_options util/error log/log log/channel text/nearest log/repeats
uses_options := options/options options/combinations options/moment options/option_table options/option_sources options/readers util/unit_name options/host_options options/metrics_options options/push_options options/slow_options options/trace_options options/group_options options/event_options options/size options/nytprof_options options/config options/duration util/error log/log log/channel text/nearest log/repeats
uses_channel := log/channel
uses_store := store/store options/size options/readers util/unit_name options/host_options options/option_table options/duration util/error log/log log/channel log/repeats
uses_readers := options/readers util/unit_name util/error
uses_config := options/config util/error
uses_repeats := log/repeats
uses_allocator_files := malloc/allocator_files log/log log/channel log/repeats
uses_nearest := text/nearest
uses_duration := options/duration
uses_moment := options/moment options/duration
uses_reload := options/reload $(uses_options)
uses_layout := perl/layout util/error
uses_cmdline := inspect/cmdline
uses_evals := evals/evals evals/eval_subs evals/sub_table evals/clones evals/numbers util/allowance
uses_memory_subs := inspect/memory_subs
uses_creds := rights/creds
uses_source := source/source source/source_job source/named_source perl_text/line_directive $(uses_evals) rights/creds rights/credentials inspect/roots profile/profile profile/wait_table profile/sql util/allowance profile/kevents profile/estimates profile/call_tree $(uses_sandbox)
uses_perl_subs := perl_text/perl_subs perl_text/perl_frames perl_text/perl_tokens perl_text/perl_text perl_text/perl_words perl_text/text_subs perl_text/line_directive
uses_sub_lines = source/sub_lines profile/rename_subs $(uses_perl_subs) $(uses_profile)
uses_memory := inspect/memory inspect/regions util/fds
uses_stash := inspect/stash inspect/perl_memory inspect/memory inspect/regions util/fds inspect/memory_subs perl/utf8 perl/layout util/error
uses_price := profile/price
uses_decide := governor/decide
uses_dump := dump/stack dump/code dump/locals dump/threads inspect/perl_memory inspect/memory inspect/regions util/fds perl/utf8 perl/layout util/error
uses_dump_answer := dump/answer $(uses_sandbox)
uses_dump_show = $(fuzzes_dump)
uses_screen_text := text/screen_text
uses_top = top/figures top/figures_items top/figures_plain top/figures_waits top/figures_events profile/waits top/rows top/view top/columns top/page text/screen_text tracee/own $(uses_profile)
uses_feed = top/feed $(uses_top)
uses_call_tree := profile/call_tree
uses_waits := profile/profile profile/wait_table profile/sql util/allowance profile/kevents profile/estimates profile/call_tree profile/rename_subs profile/merge profile/waits profile/merge_evals
uses_profile := profile/profile profile/wait_table profile/sql util/allowance profile/kevents profile/estimates profile/call_tree
uses_sub_code := tracee/sub_code $(uses_profile)
uses_consistent := profile/consistent profile/merge profile/waits profile/merge_evals profile/profile profile/wait_table profile/sql util/allowance profile/kevents profile/estimates profile/call_tree
uses_kernel_types := attach/kernel_types
uses_loan := util/fds
uses_standby := ondemand/order log/log log/channel log/repeats util/error util/fds
uses_sink := records/sink
uses_packed := nytp/packed records/sink
uses_autosplit := profile/autosplit profile/profile profile/wait_table profile/sql util/allowance profile/kevents profile/estimates profile/call_tree
uses_merge := profile/merge profile/waits profile/merge_evals profile/profile profile/wait_table profile/sql util/allowance profile/kevents profile/estimates profile/call_tree
uses_cgroup_path := inspect/cgroup_path
uses_nytp := nytp/writer records/encode nytp/blank nytp/packed nytp/packages nytp/source_records records/sink nytp/order nytp/wait_records nytp/sql_records nytp/kevent_records nytp/remark_rows nytp/estimate_records nytp/remark_text nytp/reader nytp/load_files nytp/load_stmts nytp/load_subs nytp/returns records/input profile/consistent profile/profile profile/waits profile/wait_table profile/sql util/allowance profile/kevents profile/estimates profile/call_tree util/error
uses_load_stmts := $(uses_nytp)
uses_diff = $(sort diff/calls diff/lcs diff/text_hash diff/match diff/match_line diff/match_subs diff/side diff/values diff/diff diff/gate export/places $(uses_stacks) $(uses_merge) util/error)
uses_html_text := html/text html/excerpt export/text write/time_text text/json $(uses_profile)
uses_report = $(filter-out report/terminal,$(patsubst user/%.c,%,$(wildcard user/report/*.c))) figures/call_index figures/requests figures/sums figures/heat figures/idle figures/idle_out figures/lost figures/oom_kills figures/probe_errors profile/price figures/run_totals figures/probe_counts figures/sub_stmts profile/sub_ranges stacks/stacks stacks/events stacks/event_lines stacks/shares stacks/frames write/term_processor write/term_waits write/term_sql write/term_kevents write/time_text profile/waits text/screen_text text/plain util/error $(uses_profile)
uses_figures := figures/probe_errors profile/price figures/probe_counts figures/sub_stmts profile/sub_ranges figures/call_index figures/sums figures/heat figures/idle $(uses_profile)
uses_returns := nytp/returns $(uses_profile)
uses_stacks := stacks/stacks stacks/events stacks/event_lines stacks/shares profile/waits $(uses_profile)
uses_export := figures/sums $(patsubst user/%.c,%,$(wildcard user/export/*.c)) export/pprof.pb-c stacks/values stacks/lines profile/sub_ranges stacks/stacks stacks/events stacks/event_lines stacks/shares stacks/frames text/json
uses_html := figures/run_totals figures/probe_errors profile/price figures/probe_counts figures/sub_stmts profile/sub_ranges figures/heat figures/idle figures/lost $(patsubst user/%.c,%,$(wildcard user/html/*.c)) figures/sums export/places export/text write/time_text stacks/stacks stacks/events stacks/shares stacks/frames text/json
uses_elf := elf/elf elf/elf_names elf/elf_segments elf/elf_dynamic elf/extents machine/decode machine/arch machine/arch_x86_64 machine/arch_aarch64
uses_site := site/site site/entry site/branch_targets site/agree site/leave site/die site/refusal_site site/stubs site/landings site/xsub site/flow_graph site/code machine/decode machine/arch machine/arch_x86_64 machine/arch_aarch64 elf/elf elf/elf_names elf/elf_segments elf/elf_dynamic elf/extents target/perl perl/perl_image perl/stub perl/layout util/error
uses_shadow_stack := target/shadow_stack
uses_arm64 := $(uses_site)
uses_nops := $(uses_site)
uses_stubs := $(uses_site)
uses_process := target/process target/process_perls target/find target/look target/kept_looks target/file_request target/mapped_open util/fds target/maps target/perl_answer $(filter-out util/error,$(uses_sandbox)) $(uses_site) log/log log/channel log/repeats
uses_look := $(uses_process)
uses_process_looks := target/process_looks target/library_file $(uses_process)
uses_exec_files := host/exec_files $(uses_process)
uses_undecided := host/undecided
uses_measurements := session/measurements
uses_members := probes/members $(uses_process)
uses_signal_relay := spawn/signal_relay
uses_child := spawn/child spawn/signal_relay log/log log/channel log/repeats
uses_filter := host/filter host/cgroups inspect/cgroup_path options/size options/readers util/unit_name options/host_options options/option_table options/duration $(uses_process)
uses_launch := spawn/launch spawn/copies spawn/child spawn/signal_relay rights/invoker rights/limits util/fds util/signals $(uses_process)
uses_caller := spawn/caller rights/credentials rights/creds $(uses_process)
uses_flush := $(sort store/write_page $(uses_html) $(uses_nytp) inspect/cgroup_path inspect/cmdline inspect/profilers output/file_names output/flush output/flusher output/group_sums output/hint output/losses output/missing_source output/outputs output/prices output/tally output/turns profile/autosplit profile/price rights/invoker source/autosplit_parts store/facts figures/sums store/metadata store/write_profile store/let_read options/readers util/unit_name inspect/cgroup_path tracee/names figures/oom_kills tracee/own tracee/sub_code tracee/sub_name tracee/tracee tracee/tracee_files tracee/tracee_rights util/forked util/outfile util/path perl/utf8 $(uses_process) $(uses_source) $(uses_nytp) $(uses_merge) $(uses_store) $(uses_memory_subs) $(uses_sub_lines))

UNIT_TESTS := $(patsubst tests/unit/%.c,$(B)/tests/unit/%,$(wildcard tests/unit/test_*.c))

.SECONDEXPANSION:
$(B)/tests/unit/test_%: tests/unit/test_%.c $(wildcard tests/unit/*.h) $$(call objs,$$(uses_$$*))
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(TEST_CPPFLAGS) $(TEST_CFLAGS) $(TEST_QUICK) $(LDFLAGS) $< $(call objs,$(uses_$*)) \
		$(TEST_LIBS) $(LDLIBS) -o $@

$(B)/tests/unit/test_loan: $(B)/nytprof.skel.h

# They read the packaged one.
$(B)/tests/unit/test_options $(B)/tests/unit/test_reload: | $(B)/nytprof-bpf.conf

# ---- bpf/ built natively

BPF_TESTS := $(patsubst tests/bpf/%.c,$(B)/tests/bpf/%,$(wildcard tests/bpf/test_*.c))

$(B)/tests/bpf/test_%: tests/bpf/test_%.c $(wildcard tests/bpf/*.h tests/bpf/*/*.h) $(BPF_HEADERS) \
		$(call objs,$(uses_layout))
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) -DCONFIG= -Itests/bpf -Ibpf $(TEST_CFLAGS) $(LDFLAGS) -Wno-unused-parameter \
		$< $(call objs,$(uses_layout)) $(TEST_LIBS) -o $@

# ---- the headers of both sides: each compiles by itself, for each machine

MACHINES := x86_64 aarch64
ALONE := $(patsubst %,$(B)/alone/%.ok,$(filter-out $(MACHINES:%=bpf/arch/%.bpf.h),\
	$(wildcard include/*/*.h bpf/*.h bpf/*/*.h)))

$(B)/alone/%.ok: % $(BPF_HEADERS) Makefile
	$(call say,ALONE,$<)
	@mkdir -p $(@D)
	$(Q)$(foreach m,$(MACHINES),$(CLANG) $(call bpf_cflags,$(m)) -Werror -Wno-unused-function \
		-fsyntax-only -include $< -x c /dev/null && )touch $@

check-headers: $(ALONE)

# ---- end to end: root, BPF, perl and the stock NYTProf tools

# One program runs all cases; by its name it knows the suite.
E2E_TESTS := $(patsubst tests/e2e/cases/%/,$(B)/tests/e2e/test_%,$(wildcard tests/e2e/cases/*/))
# Those that nothing beside them disturbs: no times, no other processes than their own.
E2E_TOGETHER := $(patsubst %,$(B)/tests/e2e/test_%,first options input command pid report tools)
E2E_ALONE := $(filter-out $(E2E_TOGETHER),$(E2E_TESTS))
E2E_HELPERS := $(patsubst tests/e2e/helpers/%.c,$(B)/tests/e2e/helpers/%,$(wildcard tests/e2e/helpers/*.c))

$(B)/tests/e2e/cases: tests/e2e/cases.c
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(TEST_CFLAGS) $(TEST_QUICK) $(LDFLAGS) $< $(TEST_LIBS) -o $@

$(E2E_TESTS): $(B)/tests/e2e/cases $(E2E_HELPERS)
	$(Q)ln -sf cases $@

$(B)/tests/e2e/helpers/%: tests/e2e/helpers/%.c $(wildcard tests/*.h)
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(TEST_CFLAGS) $(LDFLAGS) $< -o $@

# ---- fuzzing: libFuzzer, which clang has; a target is linked with the modules it names, as a unit test

fuzzes_answer := target/perl_answer inspect/stash_job $(uses_stash) $(filter-out util/error perl/layout,$(uses_site)) $(filter-out util/error,$(uses_sandbox))
fuzzes_braces := $(uses_perl_subs)
fuzzes_cgroup := $(uses_cgroup_path)
fuzzes_cmdline := $(uses_cmdline)
fuzzes_config := $(uses_options)
fuzzes_ctl := $(uses_server)
fuzzes_dump := dump/answer dump/code dump/dump dump/frames dump/locals dump/say dump/show dump/show_json text/json dump/stack dump/threads dump/worker waits/call_names waits/descriptor waits/sockets waits/wait waits/wait_object inspect/perl_memory inspect/memory inspect/regions util/fds perl/utf8 text/plain $(uses_process)
fuzzes_group_ctl := $(uses_group_server)
fuzzes_elf := $(uses_elf)
fuzzes_http := $(uses_scrape)
fuzzes_maps := target/maps $(uses_sandbox) log/log log/channel log/repeats
fuzzes_options := $(uses_options)
fuzzes_pods := $(uses_pod_list)
fuzzes_perl := $(uses_site)
fuzzes_export := $(uses_nytp) $(uses_export)
fuzzes_html := $(uses_nytp) $(uses_html)
fuzzes_report = $(sort $(uses_nytp) $(uses_report))
fuzzes_verify := $(uses_nytp) verify/verify verify/say verify/sums verify/repair
fuzzes_diff = $(sort $(uses_diff) $(uses_nytp) $(uses_export) $(uses_html) $(patsubst user/%.c,%,$(wildcard user/diffpage/*.c)) diff/show diff/flame write/time_text text/plain text/screen_text)
fuzzes_sql := $(uses_sql_text)
fuzzes_stash := $(uses_stash)

FUZZERS := $(patsubst tests/fuzz/%.c,$(B)/tests/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_SANITIZE := address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
FUZZ_SECONDS ?= 60
FUZZ_JOBS ?= 2

$(B)/tests/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(wildcard tests/fuzz/*.h) $$(call objs,$$(fuzzes_$$*))
	$(call say,FUZZ,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(TEST_CFLAGS) -fsanitize=fuzzer $< $(call objs,$(fuzzes_$*)) $(LDLIBS) -o $@

# What a worker says goes to the target, and to no agent.
$(B)/tests/fuzz/fuzz_dump: private LDLIBS += -Wl,--wrap=sandbox_say

# It looks at each instruction of megabytes of code: with all comparisons noted, a perl takes a second.
build/fuzz/user/site/branch_targets.o: CFLAGS_ALL += -fno-sanitize=fuzzer-no-link -fsanitize-coverage=inline-8bit-counters,pc-table

fuzzers: $(FUZZERS)

build-fuzzers:
	@$(MAKE) B=build/fuzz CC=$(CLANG) WERROR= CFLAGS="-O1 -gline-tables-only -fsanitize=fuzzer-no-link,$(FUZZ_SANITIZE)" fuzzers

fuzz: build-fuzzers
	@tests/fuzz/fuzz.pl --seconds $(FUZZ_SECONDS) --jobs $(FUZZ_JOBS) $(FUZZ)

# ---- running them

PAGE_CHECKS := --accuracy-page --sampling-page --burst-page --performance-page --compatibility-page

check: all check-headers $(UNIT_TESTS) $(BPF_TESTS) build-fuzzers
	@tests/run.sh $(UNIT_TESTS) $(BPF_TESTS) --fuzz-corpus $(PAGE_CHECKS) --layers --packaging --container --kubernetes

check-root: all $(E2E_TESTS)
	@tests/run.sh --oracle --versions --observer --differences --monitoring $(E2E_TOGETHER) --alone $(E2E_ALONE) --server

# What is to be run, for make -j.
test-programs: all check-headers $(UNIT_TESTS) $(BPF_TESTS) $(E2E_TESTS) build-fuzzers

test: test-programs
	@tests/run.sh --oracle --versions --reproducible --observer --differences $(UNIT_TESTS) $(BPF_TESTS) $(PAGE_CHECKS) \
		--layers --packaging --container --kubernetes --monitoring $(E2E_TOGETHER) --alone $(E2E_ALONE) --fuzz --server

native-programs: $(UNIT_TESTS) $(BPF_TESTS)

check-native: native-programs
	@tests/run.sh $(UNIT_TESTS) $(BPF_TESTS)

# -g1 has the lines, which is all that a report needs.
SANITIZE := B=build/sanitize CFLAGS="-O1 -g1 -fsanitize=address,undefined \
	-fno-sanitize-recover=undefined -fno-omit-frame-pointer" LDFLAGS="-static-libasan -static-libubsan"

sanitize-programs:
	@$(MAKE) $(SANITIZE) native-programs

sanitize:
	@$(MAKE) $(SANITIZE) check-native

# No test, but a measurement: writes docs/accuracy.md, docs/sampling-accuracy.md and docs/burst-accuracy.md.
accuracy: all
	@perl tests/accuracy/accuracy.pl
	@perl tests/accuracy/shares.pl
	@perl tests/accuracy/bursts.pl

# What writes the profiles of which the bench measures the reading.
$(B)/tests/bench/many_stmts: tests/bench/reader/many_stmts.c $(call objs,$(uses_nytp))
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS) $^ $(LDLIBS) -o $@

# And another one: writes docs/performance.md.
bench: all $(B)/tests/bench/many_stmts
	@perl tests/bench/bench.pl

# How long it takes to read profiles, against the stock reader: a minute.
bench-pids: all
	@perl tests/bench/many_pids.pl $(B)/nytprof-bpf

bench-reading: all $(B)/tests/bench/many_stmts
	@perl tests/bench/reading.pl

# Every perl of the host for half an hour, hundreds that come and go: does the agent grow, is all there?  On a host where
# nothing else is going on.  SOAK="--minutes 5 --perls 50" is shorter.
soak: all
	@perl tests/soak/soak.pl $(SOAK)

soak-server: all
	@perl tests/soak/server.pl --stmts $(SERVER)

# The perls of all Debian releases on this kernel and those of all releases: a virtual machine for each,
# minutes with KVM, else half an hour.
KERNELS ?= here bullseye bookworm trixie sid

kernel-matrix: all
	@scripts/setup.sh kernels
	@status=0; perl tests/versions/versions.pl $(KERNELS:%=--kernel %) || status=1; \
		perl tests/versions/staying.pl $(KERNELS:%=--kernel %) || status=1; \
		$(MAKE) -s compatibility && exit $$status

# docs/compatibility.md out of what that has recorded.
compatibility:
	@perl tests/versions/versions.pl --write

.PHONY: check-headers fuzz fuzzers build-fuzzers kernel-matrix compatibility check check-root check-native native-programs test-programs test sanitize sanitize-programs accuracy bench bench-pids bench-reading soak soak-server

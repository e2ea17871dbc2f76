# The tests.  A unit test is linked with just the modules it names: that it links shows the layering.

TEST_CFLAGS := $(filter-out -Wconversion,$(CFLAGS_ALL)) $(shell $(PKG_CONFIG) --cflags criterion)
TEST_LIBS := $(shell $(PKG_CONFIG) --libs criterion)
objs = $(1:%=$(B)/user/%.o)

# ---- bpf/ built natively

BPF_TESTS := $(patsubst tests/bpf/%.c,$(B)/tests/bpf/%,$(wildcard tests/bpf/test_*.c))

$(B)/tests/bpf/test_%: tests/bpf/test_%.c tests/bpf/*.h $(BPF_HEADERS) \
		$(call objs,target/layout util/error)
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) -Ibpf -Itests/bpf $(TEST_CFLAGS) -Wno-unused-parameter -Wno-shadow \
		$< $(call objs,target/layout util/error) $(TEST_LIBS) -o $@

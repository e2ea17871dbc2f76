# nytprof-bpf: make builds build/nytprof-bpf.
#
#   make              the agent
#   make check        unit tests, the BPF accounting on the host, completions, man page: needs no rights
#   make check-root   end to end, with real perls and real probes: needs root and BPF
#   make sanitize     the unit tests and the accounting under ASan and UBSan
#   make fuzz         each target of tests/fuzz for FUZZ_SECONDS=60; FUZZ="elf perl" chooses some
#   make test         all of the above; scripts/test.sh first installs what they need
#   make accuracy     measures how exact the times are, into docs/accuracy.md: needs root
#   make bench        measures the cost, into docs/performance.md: needs root, twenty minutes
#   make bench-pids     measures what a statement costs with one process of --pid, and with 60: minutes
#   make bench-reading  measures how long it takes to read profiles: a minute
#   make soak         records every perl of the host for half an hour; soak-server, a server under
#                     load: need root
#   make kernel-matrix  Debian's perls on Debian's kernels in qemu, into docs/compatibility.md;
#                     KERNELS=sid chooses one: needs root
#   make cross-arm64  the agent for arm64, into build/aarch64, with Debian's cross compiler and
#                     libraries.  With others:
#                     make ARCH=aarch64 CROSS_COMPILE=aarch64-linux-gnu- SYSROOT=
#   make check-arm64  runs that agent on an arm64 machine that qemu emulates, with the kernel and the
#                     perl of Debian's SUITE=trixie, and some of tests/oracle: minutes
#   make install      takes DESTDIR= prefix= bindir= mandir= docdir=; so does uninstall
#   make deb          Debian's package, into build/deb
#   make check-deb    tries the package in a fresh Debian: needs root, minutes
#   make check-rpm    checks the spec for RPM
#   make check-container  follows the Containerfile
#   make format       runs clang-format; format-check only checks
#
# V=1 shows the commands.  WERROR=1 makes warnings errors.

ARCH ?= $(shell uname -m)
CROSS_COMPILE ?=
CC ?= gcc
CLANG ?= clang
BPFTOOL ?= bpftool
PKG_CONFIG ?= pkg-config
PROTOC ?= protoc-c
# For another machine: its compiler, and its headers and libraries, of which only its own directory is looked at.
ifneq ($(CROSS_COMPILE),)
CC := $(CROSS_COMPILE)gcc
SYSROOT ?= build/sysroot-$(ARCH)
endif
ifneq ($(SYSROOT),)
CC += --sysroot=$(abspath $(SYSROOT))
PKG_CONFIG := PKG_CONFIG_SYSROOT_DIR=$(abspath $(SYSROOT)) \
	PKG_CONFIG_LIBDIR=$(abspath $(SYSROOT))/usr/lib/$(ARCH)-linux-gnu/pkgconfig:$(abspath $(SYSROOT))/usr/share/pkgconfig \
	$(PKG_CONFIG)
endif
CLANG_FORMAT ?= clang-format

B := $(if $(CROSS_COMPILE),build/$(ARCH),build)

WARN := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes $(if $(WERROR),-Werror)
PKGS := libbpf libelf libdw zlib capstone jansson libcap libmicrohttpd libprotobuf-c libsystemd ncursesw
CFLAGS ?= -O2 -g
# The same source makes the same bytes, wherever it is.
PREFIX_MAP := -ffile-prefix-map=$(CURDIR)=.
# What distributions build programs of root's with; what CFLAGS and CPPFLAGS say goes over it.  The checks of
# _FORTIFY_SOURCE need an optimizer, and hide from a sanitizer what it looks for.
HARDEN := -fPIE -fstack-protector-strong -fstack-clash-protection -Wformat -Werror=format-security \
	$(if $(filter x86_64,$(ARCH)),-fcf-protection)
OPTIMIZED := $(filter-out -O0,$(filter -O%,$(CFLAGS)))
FORTIFY := $(if $(OPTIMIZED),$(if $(findstring -fsanitize,$(CFLAGS))$(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,\
	-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
HARDEN_LDFLAGS := -pie -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack
CPPFLAGS_ALL := -D_GNU_SOURCE $(FORTIFY) -Iuser -Iinclude -I$(B)/include -isystem $(B) $(CPPFLAGS)
CFLAGS_ALL := -std=gnu11 $(WARN) $(HARDEN) $(PREFIX_MAP) $(CFLAGS) $(shell $(PKG_CONFIG) --cflags $(PKGS) libcurl)
LDLIBS := $(shell $(PKG_CONFIG) --libs $(PKGS)) -lm -lpthread

# For one machine: its name is $(1).
bpf_cflags = -g -O2 -target bpf -mcpu=v3 -D__TARGET_ARCH_$(subst x86_64,x86,$(subst aarch64,arm64,$(1))) -Wall \
	$(PREFIX_MAP) $(if $(WERROR),-Werror) -Ivmlinux/$(1) -Iinclude -Ibpf \
	-idirafter $(SYSROOT)/usr/include/$(ARCH)-linux-gnu
BPF_HEADERS := $(wildcard bpf/*.h bpf/*/*.h include/*/*.h vmlinux/$(ARCH)/*.h)
SKELS := $(B)/nytprof.skel.h $(B)/calibrate.skel.h

USER_SRCS := $(sort $(wildcard user/*.c user/*/*.c))
USER_OBJS := $(USER_SRCS:%.c=$(B)/%.o) $(B)/user/export/pprof.pb-c.o $(B)/user/push/receivers.pb-c.o

Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-5s %s\n' $(1) $(2))

all: $(B)/nytprof-bpf

# ---- the BPF side: object, skeleton

$(B)/%.bpf.o: bpf/%.bpf.c $(BPF_HEADERS)
	$(call say,BPF,$@)
	@mkdir -p $(@D)
	$(Q)$(CLANG) $(call bpf_cflags,$(ARCH)) -c $< -o $@

$(B)/%.skel.h: $(B)/%.bpf.o
	$(call say,SKEL,$@)
	$(Q)$(BPFTOOL) gen skeleton $< name $*_bpf > $@

# ---- the table of perl's memory layouts

$(B)/layouts.inc: scripts/gen-layouts.pl user/perl/perl-layouts.csv include/nytprof/perl_layout.h
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)scripts/gen-layouts.pl user/perl/perl-layouts.csv include/nytprof/perl_layout.h > $@

# ---- commands and options

GEN_OPTIONS := scripts/gen-options.pl user/options/options.table

$(B)/include/option_rows.h: $(GEN_OPTIONS)
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)$(GEN_OPTIONS) rows > $@

$(USER_OBJS): | $(B)/include/option_rows.h

# ---- the names of system calls

$(B)/system_calls.inc: Makefile
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)echo '#include <asm/unistd.h>' | $(CC) -E -dM - | \
		sed -nE '/__NR_(syscalls|arch_specific_syscall) /d; s/^#define __NR_([a-z0-9_]+) .*/[__NR_\1] = "\1",/p' > $@

# ---- the frames of the HTML pages, with their style and scripts

PAGE := $(addprefix user/html/page/,page.html report.html page.css \
	read.js data.js idle.js text.js table.js flame.js source.js views.js events.js keys.js main.js)
DIFF_PAGE := $(addprefix user/html/page/,page.html diff.html page.css \
	read.js text.js table.js flame.js keys.js diff.js)

$(B)/page.inc: scripts/gen-page.pl $(PAGE)
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)scripts/gen-page.pl $(PAGE) > $@

$(B)/diffpage.inc: scripts/gen-page.pl $(DIFF_PAGE)
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)scripts/gen-page.pl $(DIFF_PAGE) > $@

# ---- the messages of protocol buffers

$(B)/pprof.pb-c.h: user/export/pprof.proto
$(B)/receivers.pb-c.h: user/push/receivers.proto

$(B)/%.pb-c.h:
	$(call say,PROTO,$@)
	@mkdir -p $(@D)
	$(Q)$(PROTOC) --proto_path=$(<D) --c_out=$(@D) $<

$(B)/%.pb-c.c: $(B)/%.pb-c.h ;

$(B)/user/export/pprof.pb-c.o: $(B)/pprof.pb-c.c
$(B)/user/push/receivers.pb-c.o: $(B)/receivers.pb-c.c

# It is not ours to warn of.
$(B)/user/export/pprof.pb-c.o $(B)/user/push/receivers.pb-c.o:
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -w -c $< -o $@

# ---- user space

$(addprefix $(B)/user/attach/,object.o object_maps.o programs.o rodata.o counts.o extras.o kevents.o kernel_btf.o loan.o malloc_links.o): $(B)/nytprof.skel.h
$(B)/user/attach/calibrate.o $(B)/user/attach/kernel_btf.o: $(B)/calibrate.skel.h
$(B)/user/perl/layout.o: $(B)/layouts.inc
$(B)/user/export/pprof.o: $(B)/pprof.pb-c.h
$(addprefix $(B)/user/push/,pyroscope.o otlp.o otlp_tables.o answer.o): $(B)/receivers.pb-c.h
$(B)/user/html/html.o: $(B)/page.inc
$(B)/user/diffpage/diffpage.o: $(B)/diffpage.inc
$(B)/user/waits/call_names.o: $(B)/system_calls.inc

$(B)/user/%.o: user/%.c Makefile
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

$(B)/nytprof-bpf: $(USER_OBJS)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(HARDEN_LDFLAGS) $(LDFLAGS) $^ $(LDLIBS) -o $@

cross-arm64:
	@scripts/fetch-sysroot.sh arm64 build/sysroot-aarch64
	@$(MAKE) -s ARCH=aarch64 CROSS_COMPILE=aarch64-linux-gnu- all
	@! command -v qemu-aarch64 >/dev/null || \
		qemu-aarch64 -L build/sysroot-aarch64 build/aarch64/nytprof-bpf --version

# A few: it takes a hundred times as long as on a processor.
check-arm64: SUITE ?= trixie
check-arm64: NAMES ?= goto_sub die_everywhere eval_string closures xsub_calls_xsub lvalue destroy
check-arm64: cross-arm64
	@tests/machines/arm64-guest.sh -t 3600 build/arm64-guest $(SUITE) \
		perl tests/oracle/oracle.pl $(NAMES)

include tests/tests.mk

include packaging/packaging.mk

# ---- format, clean

SOURCES := $(wildcard user/*.[ch] user/*/*.[ch] include/*/*.h bpf/*.[ch] bpf/*/*.h tests/*/*.[ch] tests/*/*/*.h)

format:
	$(CLANG_FORMAT) -i $(SOURCES)

format-check:
	$(CLANG_FORMAT) --dry-run -Werror $(SOURCES)

clean:
	rm -rf $(B)

-include $(USER_OBJS:.o=.d)

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all cross-arm64 check-arm64 format format-check clean

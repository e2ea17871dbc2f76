# Man pages, installing, packages.

VERSION := $(shell sed -n 's/^\#define NYTPROF_VERSION "\(.*\)"/\1/p' user/version.h)

prefix ?= /usr/local
bindir ?= $(prefix)/bin
datarootdir ?= $(prefix)/share
mandir ?= $(datarootdir)/man
docdir ?= $(datarootdir)/doc/nytprof-bpf
# Where the perl of the system looks for modules.
perldir_/usr := vendorlib
perldir_/usr/local := sitelib
perldir ?= $(if $(perldir_$(prefix)),$(shell perl -MConfig -e 'print $$Config{$(perldir_$(prefix))}'),$(datarootdir)/perl5)
bashcompletiondir ?= $(datarootdir)/bash-completion/completions
zshcompletiondir ?= $(datarootdir)/zsh/site-functions
fishcompletiondir ?= $(datarootdir)/fish/vendor_completions.d
# For a service: its settings, its unit.
sysconfdir ?= /etc
unitdir ?= $(prefix)/lib/systemd/system

# ---- what the table of options fills in

define filled
$(call say,GEN,$@)
@mkdir -p $(@D)
$(Q)$(GEN_OPTIONS) $1 $< >$@
endef

$(B)/%.pod: packaging/%.pod $(GEN_OPTIONS)
	$(call filled,pod)

$(B)/nytprof-bpf.conf: packaging/nytprof-bpf.conf.in $(GEN_OPTIONS)
	$(call filled,conf)

COMPLETIONS := $(patsubst %,$(B)/completions/nytprof-bpf.%,bash fish zsh)

$(COMPLETIONS): $(B)/completions/nytprof-bpf.%: packaging/completions/nytprof-bpf.%.in $(GEN_OPTIONS)
	$(call filled,$*)

completions: $(COMPLETIONS)

# ---- man pages: packaging/NAME.pod is NAME.1, NAME.5 or NAME.8 as it is named here

MAN_PAGES := nytprof-bpf.1 nytprof-bpf.conf.5 nytprof-bpf.service.8

# No date, unless SOURCE_DATE_EPOCH has one: the same source makes the same page.
POD2MAN = $(if $(SOURCE_DATE_EPOCH),,POD_MAN_DATE=) pod2man --center=nytprof-bpf \
	--release='nytprof-bpf $(VERSION)'

define man_rule
$(B)/%.$(1): $(B)/%.pod user/version.h
	$$(call say,POD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(POD2MAN) --section=$(1) $$< $$@
endef
$(foreach section,1 5 8,$(eval $(call man_rule,$(section))))

$(B)/NYTProf-BPF.3pm: packaging/perl/NYTProf/BPF.pm user/version.h
	$(call say,POD,$@)
	@mkdir -p $(@D)
	$(Q)$(POD2MAN) --section=3pm --name=NYTProf::BPF $< $@

man: $(MAN_PAGES:%=$(B)/%) $(B)/NYTProf-BPF.3pm

# ---- the service: its unit has the directories in it

$(B)/nytprof-bpf.service: packaging/systemd/nytprof-bpf.service FORCE
	@mkdir -p $(@D)
	@sed -e 's|@bindir@|$(bindir)|; s|@sysconfdir@|$(sysconfdir)|' $< >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

FORCE:

# ---- install: a file each line, its mode, where it is, where it goes

# A folder of packaging/ each.
EXAMPLES := $(sort $(patsubst packaging/%,%,$(wildcard $(addprefix packaging/,container/README.md kubernetes/*.md \
	kubernetes/*/* prometheus/*.yml grafana/*.json))))

define INSTALLED
755 $(B)/nytprof-bpf $(bindir)/nytprof-bpf
644 packaging/perl/NYTProf/BPF.pm $(perldir)/NYTProf/BPF.pm
644 $(B)/completions/nytprof-bpf.bash $(bashcompletiondir)/nytprof-bpf
644 $(B)/completions/nytprof-bpf.zsh $(zshcompletiondir)/_nytprof-bpf
644 $(B)/completions/nytprof-bpf.fish $(fishcompletiondir)/nytprof-bpf.fish
644 $(B)/nytprof-bpf.conf $(sysconfdir)/nytprof-bpf.conf
644 $(B)/nytprof-bpf.service $(unitdir)/nytprof-bpf.service
644 $(B)/NYTProf-BPF.3pm $(mandir)/man3/NYTProf::BPF.3pm
$(foreach page,$(MAN_PAGES),
644 $(B)/$(page) $(mandir)/man$(subst .,,$(suffix $(page)))/$(page))
$(foreach file,README.md LICENSE,
644 $(file) $(docdir)/$(file))
$(foreach file,$(sort $(wildcard docs/*.md docs/*.json)),
644 $(file) $(docdir)/$(file))
$(foreach file,$(sort $(wildcard docs/pictures/*.png)),
644 $(file) $(docdir)/$(file))
$(foreach file,$(EXAMPLES),
644 packaging/$(file) $(docdir)/examples/$(file))
endef
export INSTALLED

# A configuration that is there is somebody's; one that is still as it came goes with the rest.
install: all man completions $(B)/nytprof-bpf.conf $(B)/nytprof-bpf.service
	@echo "$$INSTALLED" | while read -r mode from to; do \
		case $$to in \
		'') ;; \
		'$(sysconfdir)'/*) [ -e "$(DESTDIR)$$to" ] || install -D -m "$$mode" "$$from" "$(DESTDIR)$$to" || exit 1 ;; \
		*) install -D -m "$$mode" "$$from" "$(DESTDIR)$$to" || exit 1 ;; \
		esac; \
	done

uninstall: $(B)/nytprof-bpf.conf $(B)/nytprof-bpf.service
	@echo "$$INSTALLED" | while read -r mode from to; do \
		case $$to in \
		'') ;; \
		'$(sysconfdir)'/*) ! cmp -s "$$from" "$(DESTDIR)$$to" || rm -f "$(DESTDIR)$$to" || exit 1 ;; \
		*) rm -f "$(DESTDIR)$$to" || exit 1 ;; \
		esac; \
	done

# ---- packages

deb:
	@packaging/deb.sh build/deb

# That one, looked at by lintian, installed in a fresh Debian and used there; needs root, minutes.
check-deb:
	@scripts/setup.sh packages
	@packaging/check-deb.sh build/deb

# The spec, as far as a Debian can tell.
check-rpm:
	@scripts/setup.sh packages
	@packaging/check-rpm.sh build/rpm

# The Containerfile's steps in fresh Debian roots, and a recording from the last one; needs root, minutes.
check-container:
	@scripts/setup.sh packages
	@rm -rf --one-file-system build/container/image
	@packaging/check-container.sh build/container

.PHONY: man completions install uninstall deb check-deb check-rpm check-container

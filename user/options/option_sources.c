// SPDX-License-Identifier: GPL-2.0-or-later
/* Where options come from: the environment, a file, the words of the command line. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "log/log.h"
#include "options/config.h"
#include "options/options_take.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "text/nearest.h"

/* -------------------------------------------------------------------------- file */

/* yes, no, 1 or 0 as 1 or 0. */
static const char *take_flag(const char *value)
{
	if (!strcmp(value, "yes") || !strcmp(value, "1"))
		return "1";
	return !strcmp(value, "no") || !strcmp(value, "0") ? "0" : NULL;
}

static int take_key(void *to, const char *key, const char *value, struct error *err)
{
	const char *near, *name;
	struct error why;
	size_t nr;

	for (nr = 0; (name = option_name(nr)) && strcmp(name, key) != 0; nr++)
		;
	if (!name) {
		near = nearest_name(key, option_name);
		return error_set(err, ENOENT, "unknown key \"%s\"; expected %s%s", key,
				 near ?: "the name of an option",
				 near ? ", or another option's name" : "");
	}
	if (!option_has(nr, OPTION_IS_KEY))
		return error_set(err, ENOENT,
				 "\"%s\" belongs on the command line; expected the "
				 "name of an option for recording",
				 key);
	if (option_has(nr, OPTION_IS_ON_OFF)) {
		if (!take_flag(value))
			return error_set(err, EINVAL, "%s=%s; expected yes, no, 1 or 0", key,
					 value);
		value = take_flag(value);
	}
	if (!options_take(to, nr, value, &why))
		return 0;
	return error_set(err, EINVAL, "%s", why.text + (strncmp(why.text, "--", 2) ? 0 : 2));
}

/* ------------------------------------------------------------------ command line */

/* The option whose name begins with what was given, or is most like it. */
static const char *find_near(const char *name)
{
	const char *other;
	size_t i;

	for (i = 0; *name && (other = option_name(i)); i++) {
		if (!strncmp(other, name, strlen(name)))
			return other;
	}
	return nearest_name(name, option_name);
}

/*
 * getopt_long takes the begin of a name for it: what is short for one option now may be for two
 * some day.
 */
static int check_name(const struct options *o, int at, struct error *err)
{
	const char *word = at < o->words ? o->word[at] : "", *near, *key;
	char name[64];
	size_t nr;

	if (strncmp(word, "--", 2) != 0 || !word[2])
		return 0;
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(word + 2, "="), word + 2);
	for (nr = 0; (key = option_name(nr)); nr++) {
		if (!strcmp(key, name))
			return 0;
	}
	near = find_near(name);
	if (near)
		return error_set(err, EINVAL, "unknown option \"--%s\"; nearest: --%s", name, near);
	return error_set(err, EINVAL, "unknown option \"%s\"", word);
}

/* What getopt_long does not take: a letter, one of several perhaps, or a value. */
static int refuse_option(const struct options *o, struct error *err)
{
	const char *name = option_name(option_of_getopt(optopt));

	if (name)
		return error_set(err, EINVAL, "option \"--%s\" takes no value: \"%s\"", name,
				 o->word[optind - 1]);
	return error_set(err, EINVAL, "unknown option \"-%c\"", optopt);
}

/* With getopt_long: the number of the next option; -1: no more.  -EINVAL. */
static int next_option(const struct options *o, struct error *err)
{
	struct option all[OPTION_CNT + 1];
	char letters[OPTION_LETTERS_MAX];
	int opt;

	if (check_name(o, optind ?: 1, err))
		return -EINVAL;
	option_fill_getopt(all, letters);
	opt = getopt_long(o->words, o->word, letters, all, NULL);
	if (opt == -1)
		return -1;
	if (opt == '?')
		return refuse_option(o, err);
	if (opt == ':')
		return error_set(err, EINVAL, "option \"%s\" needs a value", o->word[optind - 1]);
	return (int)option_of_getopt(opt);
}

static bool is_done(const struct options *o)
{
	return o->command == COMMAND_HELP || o->command == COMMAND_VERSION;
}

/* A word between options: a file, or what ctl is to do.  False: there are no more options. */
static bool take_operand(struct options *o)
{
	/* A command to run has options of its own. */
	if (o->command == COMMAND_RECORD || optind >= o->words ||
	    !strcmp(o->word[optind - 1], "--"))
		return false;
	o->operands[o->argc++] = o->word[optind++];
	return true;
}

/*
 * Of a flag: 1; of -v: how often it has come since another option about messages, of which the last
 * one holds.
 */
static const char *flag_value(size_t nr, unsigned *times)
{
	static const char *const values[] = { "1", "2", "3", "4", "5", "6", "7", "8", "9" };

	if (option_has(nr, OPTION_IS_COUNTED))
		return values[*times < 8 ? (*times)++ : 8];
	if (option_has(nr, OPTION_IS_FIRST))
		*times = 0;
	return values[0];
}

/* Of all the arguments, or only what matters to what is read before them. */
static int parse_words(struct options *o, bool only_first, struct error *err)
{
	unsigned times = 0;
	const char *value;
	int nr, rc = 0;

	opterr = 0;
	optind = 0;
	o->argc = 0;
	while (!rc && !is_done(o)) {
		nr = next_option(o, err);
		if (nr == -1 && take_operand(o))
			continue;
		if (nr < 0)
			return nr == -1 ? 0 : nr;
		if (nr == OPTION_CONFIG)
			o->config = optarg;
		value = flag_value((size_t)nr, &times);
		if (!only_first || option_has((size_t)nr, OPTION_IS_FIRST))
			rc = options_take(o, (size_t)nr,
					  option_has((size_t)nr, OPTION_HAS_VALUE) ? optarg : value,
					  err);
	}
	return rc;
}

/* With --all a profile has a name that tells it from the others. */
static int forget_file(struct nytprof_options *o, const char *of_env, struct error *err)
{
	if (o->about_file)
		return error_set(
			err, EINVAL,
			"--%s%s has no meaning with --all, which names the profiles itself: "
			"use --output-dir",
			o->about_file, strcmp(o->about_file, "file") ? "" : " (-o)");
	if (of_env)
		log_warning("%s= in NYTPROF has no effect with --all: use --output-dir", of_env);
	nytprof_options_unname(o);
	return 0;
}

static int parse_env(struct options *o, struct error *err)
{
	struct error why;
	int rc = nytprof_options_parse(&o->nytprof, o->env, &why);

	return rc ? error_set(err, EINVAL, "NYTPROF: %s", why.text) : 0;
}

/* The command to run, or what is left for the others behind "--". */
static int take_rest(struct options *o, struct error *err)
{
	bool dashes = !strcmp(o->word[optind - 1], "--");

	o->argv = o->operands;
	o->before_dashes = dashes ? o->argc : 0;
	while (o->command != COMMAND_RECORD && optind < o->words)
		o->argv[o->argc++] = o->word[optind++];
	if (o->command != COMMAND_RECORD)
		return 0;
	o->argv = o->word + optind;
	o->argc = o->words - optind;
	return o->argc && !dashes ? options_refuse_word(o, o->argv[0], err) : 0;
}

/* What stays on for years is not to slow a host down. */
static void settle_mode(struct options *o)
{
	if (!o->has_mode)
		o->sampled = o->all.on || o->live;
	if (o->burst && !(o->overhead > 0))
		o->overhead = BURST_OVERHEAD;
	host_options_settle(&o->all, o->sampled);
}

/* What comes later goes over what came before. */
static int parse_all(struct options *o, struct error *err)
{
	bool records = o->command == COMMAND_RECORD;
	int rc = parse_words(o, true, err);
	const char *of_env;

	if (rc || is_done(o))
		return rc;
	if (o->log_level < LOG_LEVEL_WARNING)
		log_set_level(o->log_level);
	if (o->env && records)
		rc = parse_env(o, err);
	of_env = take_ptr(o->nytprof.about_file);
	if (!rc && o->config && records)
		rc = config_read(o->config, take_key, o, &o->text, err);
	rc = rc ?: parse_words(o, false, err);
	if (rc)
		return rc;
	o->nytprof.savesrc &= !o->no_source;
	settle_mode(o);
	if (take_rest(o, err))
		return -EINVAL;
	if (o->all.on && forget_file(&o->nytprof, of_env, err))
		return -EINVAL;
	if (records && group_options_settle(&o->group, o->said[OPTION_GROUP_BY], err))
		return -EINVAL;
	return options_check(o, err);
}

static int parse(struct options *o, struct error *err)
{
	enum log_level level = log_get_level();
	int rc;

	o->operands = calloc((size_t)o->words + 1, sizeof(*o->operands));
	rc = o->operands ? parse_all(o, err) : error_set(err, ENOMEM, "out of memory");
	log_set_level(level);
	return rc;
}

int options_parse(struct options *o, int argc, char **argv, const char *env, struct error *err)
{
	options_init(o);
	o->about = options_take_command(&argc, &argv);
	o->command = o->about == COMMAND_NONE ? COMMAND_RECORD : o->about;
	if (o->command == COMMAND_HELP) {
		o->about = options_take_command(&argc, &argv);
		if (argc > 1 && argv[1][0] != '-')
			return options_refuse_word(o, argv[1], err);
	}
	o->live = o->command == COMMAND_TOP;
	o->words = argc;
	o->word = argv;
	o->env = env;
	return parse(o, err);
}

int options_parse_again(const struct options *o, struct options *fresh, struct error *err)
{
	options_init(fresh);
	fresh->command = o->command;
	fresh->words = o->words;
	fresh->word = o->word;
	fresh->env = o->env;
	return parse(fresh, err);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "perl_text/perl_words.h"

#include <string.h>

/* In the order of their bytes. */
static const struct word {
	const char *text;
	enum perl_word kind;
} words[] = {
	{ "BEGIN", WORD_PHASE },       { "CHECK", WORD_PHASE },	      { "END", WORD_PHASE },
	{ "INIT", WORD_PHASE },	       { "UNITCHECK", WORD_PHASE },   { "__DATA__", WORD_END },
	{ "__END__", WORD_END },       { "__FILE__", WORD_VALUE },    { "__LINE__", WORD_VALUE },
	{ "__PACKAGE__", WORD_VALUE }, { "__SUB__", WORD_VALUE },     { "abs", WORD_BUILTIN },
	{ "and", WORD_OPERATOR },      { "atan2", WORD_BUILTIN },     { "binmode", WORD_BUILTIN },
	{ "bless", WORD_BUILTIN },     { "chdir", WORD_BUILTIN },     { "chmod", WORD_BUILTIN },
	{ "chomp", WORD_BUILTIN },     { "chop", WORD_BUILTIN },      { "chown", WORD_BUILTIN },
	{ "chr", WORD_BUILTIN },       { "chroot", WORD_BUILTIN },    { "close", WORD_BUILTIN },
	{ "closedir", WORD_BUILTIN },  { "cmp", WORD_OPERATOR },      { "connect", WORD_BUILTIN },
	{ "continue", WORD_BLOCK },    { "cos", WORD_BUILTIN },	      { "default", WORD_BLOCK },
	{ "defined", WORD_BUILTIN },   { "delete", WORD_BUILTIN },    { "die", WORD_BUILTIN },
	{ "do", WORD_VALUE_BLOCK },    { "each", WORD_BUILTIN },      { "else", WORD_BLOCK },
	{ "elsif", WORD_COMPOUND },    { "eq", WORD_OPERATOR },	      { "eval", WORD_VALUE_BLOCK },
	{ "exec", WORD_BUILTIN },      { "exists", WORD_BUILTIN },    { "exit", WORD_BUILTIN },
	{ "exp", WORD_BUILTIN },       { "fc", WORD_BUILTIN },	      { "fcntl", WORD_BUILTIN },
	{ "fileno", WORD_BUILTIN },    { "flock", WORD_BUILTIN },     { "for", WORD_COMPOUND },
	{ "foreach", WORD_COMPOUND },  { "fork", WORD_VALUE },	      { "format", WORD_FORMAT },
	{ "ge", WORD_OPERATOR },       { "getc", WORD_BUILTIN },      { "getppid", WORD_VALUE },
	{ "given", WORD_COMPOUND },    { "gmtime", WORD_BUILTIN },    { "goto", WORD_BUILTIN },
	{ "grep", WORD_LIST_BLOCK },   { "gt", WORD_OPERATOR },	      { "hex", WORD_BUILTIN },
	{ "if", WORD_COMPOUND },       { "index", WORD_BUILTIN },     { "int", WORD_BUILTIN },
	{ "ioctl", WORD_BUILTIN },     { "isa", WORD_OPERATOR },      { "join", WORD_BUILTIN },
	{ "keys", WORD_BUILTIN },      { "kill", WORD_BUILTIN },      { "last", WORD_BUILTIN },
	{ "lc", WORD_BUILTIN },	       { "lcfirst", WORD_BUILTIN },   { "le", WORD_OPERATOR },
	{ "length", WORD_BUILTIN },    { "link", WORD_BUILTIN },      { "listen", WORD_BUILTIN },
	{ "local", WORD_BUILTIN },     { "localtime", WORD_BUILTIN }, { "log", WORD_BUILTIN },
	{ "lstat", WORD_BUILTIN },     { "lt", WORD_OPERATOR },	      { "m", WORD_QUOTE },
	{ "map", WORD_LIST_BLOCK },    { "mkdir", WORD_BUILTIN },     { "my", WORD_BUILTIN },
	{ "ne", WORD_OPERATOR },       { "next", WORD_BUILTIN },      { "no", WORD_DECLARES },
	{ "not", WORD_OPERATOR },      { "oct", WORD_BUILTIN },	      { "open", WORD_BUILTIN },
	{ "opendir", WORD_BUILTIN },   { "or", WORD_OPERATOR },	      { "ord", WORD_BUILTIN },
	{ "our", WORD_BUILTIN },       { "pack", WORD_BUILTIN },      { "package", WORD_DECLARES },
	{ "pipe", WORD_BUILTIN },      { "pop", WORD_BUILTIN },	      { "pos", WORD_BUILTIN },
	{ "print", WORD_BUILTIN },     { "printf", WORD_BUILTIN },    { "push", WORD_BUILTIN },
	{ "q", WORD_QUOTE },	       { "qq", WORD_QUOTE },	      { "qr", WORD_QUOTE },
	{ "quotemeta", WORD_BUILTIN }, { "qw", WORD_QUOTE },	      { "qx", WORD_QUOTE },
	{ "rand", WORD_BUILTIN },      { "read", WORD_BUILTIN },      { "readdir", WORD_BUILTIN },
	{ "readline", WORD_BUILTIN },  { "readlink", WORD_BUILTIN },  { "redo", WORD_BUILTIN },
	{ "ref", WORD_BUILTIN },       { "rename", WORD_BUILTIN },    { "require", WORD_BUILTIN },
	{ "reset", WORD_BUILTIN },     { "return", WORD_BUILTIN },    { "reverse", WORD_BUILTIN },
	{ "rewinddir", WORD_BUILTIN }, { "rindex", WORD_BUILTIN },    { "rmdir", WORD_BUILTIN },
	{ "s", WORD_QUOTE },	       { "say", WORD_BUILTIN },	      { "scalar", WORD_BUILTIN },
	{ "seek", WORD_BUILTIN },      { "seekdir", WORD_BUILTIN },   { "select", WORD_BUILTIN },
	{ "shift", WORD_BUILTIN },     { "sin", WORD_BUILTIN },	      { "sleep", WORD_BUILTIN },
	{ "socket", WORD_BUILTIN },    { "sort", WORD_LIST_BLOCK },   { "splice", WORD_BUILTIN },
	{ "split", WORD_BUILTIN },     { "sprintf", WORD_BUILTIN },   { "sqrt", WORD_BUILTIN },
	{ "srand", WORD_BUILTIN },     { "stat", WORD_BUILTIN },      { "state", WORD_BUILTIN },
	{ "sub", WORD_SUB },	       { "substr", WORD_BUILTIN },    { "symlink", WORD_BUILTIN },
	{ "syscall", WORD_BUILTIN },   { "sysopen", WORD_BUILTIN },   { "sysread", WORD_BUILTIN },
	{ "sysseek", WORD_BUILTIN },   { "system", WORD_BUILTIN },    { "syswrite", WORD_BUILTIN },
	{ "tell", WORD_BUILTIN },      { "telldir", WORD_BUILTIN },   { "tie", WORD_BUILTIN },
	{ "tied", WORD_BUILTIN },      { "time", WORD_VALUE },	      { "times", WORD_VALUE },
	{ "tr", WORD_QUOTE },	       { "truncate", WORD_BUILTIN },  { "uc", WORD_BUILTIN },
	{ "ucfirst", WORD_BUILTIN },   { "umask", WORD_BUILTIN },     { "undef", WORD_BUILTIN },
	{ "unless", WORD_COMPOUND },   { "unlink", WORD_BUILTIN },    { "unpack", WORD_BUILTIN },
	{ "unshift", WORD_BUILTIN },   { "untie", WORD_BUILTIN },     { "until", WORD_COMPOUND },
	{ "use", WORD_DECLARES },      { "utime", WORD_BUILTIN },     { "values", WORD_BUILTIN },
	{ "vec", WORD_BUILTIN },       { "wait", WORD_VALUE },	      { "waitpid", WORD_BUILTIN },
	{ "wantarray", WORD_VALUE },   { "warn", WORD_BUILTIN },      { "when", WORD_COMPOUND },
	{ "while", WORD_COMPOUND },    { "x", WORD_OPERATOR },	      { "xor", WORD_OPERATOR },
	{ "y", WORD_QUOTE },
};

static int compare(const char *s, size_t len, const char *word)
{
	int order = strncmp(s, word, len);

	return order ?: word[len] ? -1 : 0;
}

enum perl_word perl_word_kind(const char *s, size_t len)
{
	size_t from = 0, to = sizeof(words) / sizeof(words[0]);

	while (from < to) {
		size_t at = (from + to) / 2;
		int order = compare(s, len, words[at].text);

		if (!order)
			return words[at].kind;
		if (order < 0)
			to = at;
		else
			from = at + 1;
	}
	return WORD_OTHER;
}

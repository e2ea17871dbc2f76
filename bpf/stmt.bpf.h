/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Statements: close the one that ran, open the next.
 *
 * A statement's count is added when it is closed, with its time, so that each
 * costs one map update.  When control comes back into the middle of a statement,
 * that statement is opened again without a count.
 */
#ifndef NYTPROF_STMT_BPF_H
#define NYTPROF_STMT_BPF_H

static __noinline int stmt_add_new(struct shadow *sh, struct stmts_map *map,
				   const struct stmt_key *key, const struct stmt *stmt)
{
	struct pressure *p = pressure_now();

	if (bpf_map_update_elem(map, key, stmt, BPF_NOEXIST))
		loss_count(sh->id, LOSS_STMTS);
	else if (p)
		p->stmts++;
	return 0;
}

static __always_inline void stmt_close(struct shadow *sh, u64 perl)
{
	struct stmt_key key = { .interp = sh->id, .file = sh->stmt_file, .line = sh->stmt_line };
	struct stmts_map *map;
	struct stmt *stmt;

	if (!settings.want_stmts || !sh->stmt_file)
		return;
	map = stmts_now();
	if (!map)
		return;
	stmt = bpf_map_lookup_elem(map, &key);
	if (stmt) {
		stmt->cnt += sh->stmt_new;
		stmt->ns += perl - sh->stmt_start;
	} else {
		struct stmt first = { .cnt = sh->stmt_new, .ns = perl - sh->stmt_start };

		stmt_add_new(sh, map, &key, &first);
	}
}

/* A line 0 (code that perl made up, such as the loop of -n) is shown on line 1, as NYTProf does. */
static __always_inline void stmt_set(struct shadow *sh, u32 file, u32 line, u64 perl)
{
	sh->stmt_file = file;
	sh->stmt_line = line ?: 1;
	sh->stmt_start = perl;
}

/* Control entered the statement of this COP. */
static __always_inline void stmt_next(struct shadow *sh, const struct cop *cop, u64 perl)
{
	u32 file = sh->stmt_file;

	stmt_close(sh, perl);
	if (cop->addr != sh->cop || cop->file != sh->cop_file || cop->seq != sh->cop_seq || !file)
		file = cop_file_id(sh, cop);
	sh->cop = cop->addr;
	sh->cop_file = cop->file;
	sh->cop_seq = cop->seq;
	sh->stmt_new = 1;
	stmt_set(sh, file, cop->line, perl);
}

/* Control came back into the middle of a statement. */
static __always_inline void stmt_resume(struct shadow *sh, u32 file, u32 line, u64 perl)
{
	stmt_close(sh, perl);
	sh->cop = 0;
	sh->stmt_new = 0;
	stmt_set(sh, file, line, perl);
}

/* The program is over, though the process goes on for a while. */
static __always_inline void stmt_end(struct shadow *sh, u64 perl)
{
	stmt_close(sh, perl);
	sh->stmt_file = 0;
	sh->over = 1;
}

#endif

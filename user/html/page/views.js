// The views that a link can lead to.

// What the flame graph is zoomed to: the numbers of its subs; null: all of the profile.
let focus = null;

function setFocus(zoom) {
	if (!zoom) {
		focus = null;
		return;
	}
	const sums = new Map();
	let outside = false;	// of all subs
	const sumOf = sub => sums.get(sub) || sums.set(sub, { count: 0, excl: 0, incl: 0 }).get(sub);
	for (const [leaf, top] of zoom.stacks) {
		const ns = P.stacks.ns[leaf], seen = new Set();
		outside = outside || P.stacks.sub[leaf] < 0;
		if (P.stacks.sub[leaf] >= 0) {
			sumOf(P.stacks.sub[leaf]).excl += ns;
			sumOf(P.stacks.sub[leaf]).count += P.stacks.count[leaf];
		}
		for (let at = leaf; P.stacks.depth[at] >= top && !seen.has(at); at = P.stacks.up[at]) {
			seen.add(at);
			const sub = P.stacks.sub[at];
			if (sub >= 0 && !seen.has('sub' + sub))
				sumOf(sub).incl += ns;
			seen.add('sub' + sub);
		}
	}
	focus = { name: zoom.name, total: zoom.total, sums, outside };
}

const range = n => Array.from({ length: n }, (_, i) => i);

function ranSubs(all) {
	const ran = focus ? [...focus.sums.keys()] : range(P.subNames.length).filter(s => P.callsOf.has(s));
	return all ? ran : ran.filter(isShown);
}

function subFigures(s) {
	return focus ? focus.sums.get(s) : { count: P.subs.count[s], excl: P.subs.excl[s], incl: P.subs.incl[s], exclError: P.subs.exclError[s], inclError: P.subs.inclError[s] };
}

function subTable(rows, more) {
	const all = focus ? focus.total : P.total, runs = P.windows && !focus;
	const columns = [
		runs ? runTimeColumn('exclusive', P.subRuns, 'excl', all) : timeColumn('exclusive', s => subFigures(s).excl, all, s => subFigures(s).exclError),
		runs ? runTimeColumn('inclusive', P.subRuns, 'incl', all) : timeColumn('inclusive', s => subFigures(s).incl, all, s => subFigures(s).inclError),
		runs ? runCountColumn(countWord(), P.subRuns) : { title: countWord(), of: s => subFigures(s).count, number: true },
		eachColumn(s => subFigures(s).incl, s => subFigures(s).count),
		nameColumn('sub', s => P.subNames[s], s => [subLink(s), P.subs.xsub[s] ? el('span', { class: 'tag' }, 'xsub') : null,
			P.subs.idle[s] ? el('span', { class: 'tag' }, 'idle') : null,
			P.subs.depth[s] ? el('span', { class: 'tag', title: 'recursive' }, 'depth ' + P.subs.depth[s]) : null]),
	];
	if (P.hasWaits && !focus)
		columns.splice(1, 0, { title: 'waiting', of: s => P.subs.waitExcl[s], number: true, wide: true, cell: s => P.subs.waitExcl[s] ? time(P.subs.waitExcl[s]) : '' });
	return new Table({ columns: columns.filter(Boolean), rows, go: subHash, empty: 'No sub.', ...more });
}

// What has no estimate says so.
const inWindows = title => P.windows ? title + ', in windows' : title;

function runFigures(s) {
	const { count: n, countError, excl, exclError, incl, inclError } = P.subRuns;
	return el('p', { class: 'figures' }, plural(n[s], 'call'), off(countError[s]), ', inclusive ', el('b', {}, time(incl[s])), off(inclError[s]), ' (', percent(incl[s], P.total * P.runScale) || '0%', '), exclusive ',
		el('b', {}, time(excl[s])), off(exclError[s]), P.subs.depth[s] ? ', recursive to depth ' + P.subs.depth[s] : '');
}

// A line of a table: the number of its row in P.lines.
function lineTable(rows, more) {
	const { file, nr } = P.lines, n = P.lines.count, ns = P.lines.ns;
	const columns = [
		P.windows ? runTimeColumn('time', P.lineRuns, 'ns', P.stmtNs) : timeColumn('time', i => ns[i], P.stmtNs, i => P.lines.error[i]),
		P.windows ? runCountColumn('count', P.lineRuns) : { title: P.hz ? 'samples' : 'count', of: i => n[i], number: true },
		eachColumn(i => ns[i], i => n[i]),
		nameColumn('line', i => P.fileNames[file[i]] + ':' + nr[i], i => [shortFileLink(file[i], nr[i]),
			el('code', { class: 'excerpt' }, (lineText(file[i], nr[i]) || '').trim().slice(0, 160))]),
	];
	if (P.hasWaits)
		columns.splice(1, 0, { title: 'waiting', of: i => P.lines.wait[i], number: true, wide: true, cell: i => P.lines.wait[i] ? time(P.lines.wait[i]) : '' });
	return new Table({ columns: columns.filter(Boolean), rows, go: i => fileHash(file[i], nr[i]), empty: 'No statement was recorded.', ...more });
}

function fileTable(rows, more) {
	const columns = [
		timeColumn(inWindows('time'), f => P.files.ns[f], P.stmtNs),
		{ title: P.hz ? 'samples' : inWindows('statements'), of: f => P.files.count[f], number: true },
		{ title: 'lines', of: f => P.lineFrom[f + 1] - P.lineFrom[f], number: true, wide: true },
		nameColumn('file', f => P.fileNames[f], f => fileLink(f)),
	];
	return new Table({ columns, rows, go: f => fileHash(f), empty: 'No statement was recorded.', ...more });
}

function callTable(rows, which, word) {
	const { count: n, incl, excl, file, line } = P.calls, other = P.calls[which];
	return new Table({
		rows, go: i => subHash(other[i]), empty: 'None.', caption: inWindows(word),
		columns: [
			timeColumn('inclusive', i => incl[i], P.total),
			{ title: 'exclusive', of: i => excl[i], number: true, wide: true, cell: i => time(excl[i]) },
			{ title: countWord(), of: i => n[i], number: true },
			nameColumn(which, i => P.subNames[other[i]], i => subLink(other[i])),
			nameColumn('at', i => file[i] >= 0 ? P.fileNames[file[i]] + ':' + line[i] : '', i => file[i] >= 0 ? placeLink(file[i], line[i]) : ''),
		],
	});
}

function inFocus(rows) {
	const isIn = sub => sub < 0 ? focus.outside : focus.sums.has(sub);
	return focus ? rows.filter(i => isIn(subAt(P.lines.file[i], P.lines.nr[i]))) : rows;
}

const notOfFocus = () => focus ? el('p', { class: 'remark' }, 'Lines of the subs in this frame. Their numbers are those of the whole profile.') : null;

const views = {
	subs: () => ['Subs', idleButton(drawAll), subTable(ranSubs())],
	lines: () => ['Lines', idleButton(drawAll), notOfFocus(), lineTable(inFocus(range(P.lines.ns.length)))],
	files() {
		const lines = inFocus(range(P.lines.ns.length));
		return ['Files', idleButton(drawAll), notOfFocus(), fileTable([...new Set(lines.map(i => P.lines.file[i]))])];
	},
	flame() {
		flames.length = Math.min(flames.length, 1);	// the overview's stays
		const rest = el('div');
		const flame = new Flame({ measures: P.measures, zoomed(zoom) {
			setFocus(zoom);
			drawFocus();
			rest.replaceChildren(subTable(ranSubs(), { limit: 20 }).element);
		} });
		return ['Flame graph', P.pairs ? el('p', { class: 'remark' }, 'This profile has no stacks: each one is a sub and its caller.') : null,
			idleButton(drawAll), flame.element, el('p', { class: 'remark' }, 'Click a frame to see only what it has. All tables then show that.' + (P.windows ? ' Its times are those of the windows, also in such a table.' : '') + (P.hasEvents ? ' A graph of events limits no table.' : '')), rest];
	},
	waits: () => ['Waits', idleButton(drawAll), new Table({
		rows: range(P.waits.ns.length).filter(i => isShown(P.waits.sub[i])), empty: 'None.',
		go: i => P.waits.file[i] >= 0 ? fileHash(P.waits.file[i], P.waits.line[i]) : '#waits',
		columns: [
			{ title: 'time', of: i => P.waits.ns[i], number: true, cell: i => time(P.waits.ns[i]) },
			{ title: 'waits', of: i => P.waits.count[i], number: true },
			{ title: 'longest', of: i => P.waits.max[i], number: true, wide: true, cell: i => time(P.waits.max[i]) },
			nameColumn('for', i => P.words[P.waits.reason[i]] || '', i => [P.words[P.waits.reason[i]] || '', ' ', el('span', { class: 'dim' }, P.words[P.waits.object[i]] || '')]),
			nameColumn('at', i => P.waits.file[i] >= 0 ? P.fileNames[P.waits.file[i]] + ':' + P.waits.line[i] : '',
				i => P.waits.file[i] >= 0 ? fileLink(P.waits.file[i], P.waits.line[i]) : 'unknown place'),
		],
	})],
	sql: () => ['SQL', new Table({
		rows: range(P.sql.ns.length), empty: 'None.',
		go: i => P.sql.file[i] >= 0 ? fileHash(P.sql.file[i], P.sql.line[i]) : '#sql',
		columns: [
			{ title: 'time', of: i => P.sql.ns[i], number: true, cell: i => time(P.sql.ns[i]) },
			{ title: 'executed', of: i => P.sql.count[i], number: true },
			{ title: 'average', of: i => P.sql.count[i] ? P.sql.ns[i] / P.sql.count[i] : 0, number: true, wide: true, cell: i => P.sql.count[i] ? time(P.sql.ns[i] / P.sql.count[i]) : '' },
			nameColumn('statement', i => P.statements[P.sql.statement[i]]),
			nameColumn('at', i => P.sql.file[i] >= 0 ? P.fileNames[P.sql.file[i]] + ':' + P.sql.line[i] : '',
				i => P.sql.file[i] >= 0 ? fileLink(P.sql.file[i], P.sql.line[i]) : 'unknown place'),
		],
	})],
	about() {
		const list = (title, pairs) => el('table', { class: 'pairs' }, el('caption', {}, title), pairs.map(([key, value]) => el('tr', {}, el('th', { scope: 'row' }, key), el('td', {}, value))));
		return ['About', list('Attributes of the profile', P.attributes), list('Options of the recording', P.options)];
	},
	sub(text) {
		const sub = P.subNr.get(text);
		if (sub === undefined)
			return ['Sub', missing('There is no sub of this name.', text)];
		const at = P.subs.file[sub];
		const figures = P.windows ? runFigures(sub) : el('p', { class: 'figures' }, plural(P.subs.count[sub], P.hz ? 'sample' : 'call'), ', inclusive ', el('b', {}, markedTime(P.subs.incl[sub], P.subs.inclError[sub])), ' (', percent(P.subs.incl[sub], P.total) || '0%', '), exclusive ',
			el('b', {}, markedTime(P.subs.excl[sub], P.subs.exclError[sub])), P.subs.depth[sub] ? ', recursive to depth ' + P.subs.depth[sub] : '', P.hasWaits ? ', waiting ' + time(P.subs.waitIncl[sub]) : '');
		const place = at >= 0 ? el('p', {}, 'Defined in ', fileLink(at, P.subs.first[sub])) : el('p', { class: 'remark' }, P.subs.xsub[sub] ? 'A C function, or a builtin: it has no Perl source.' : 'Its place is not known.');
		const lines = at < 0 ? [] : range(P.lineFrom[at + 1] - P.lineFrom[at]).map(i => i + P.lineFrom[at])
			.filter(i => P.lines.nr[i] >= P.subs.first[sub] && P.lines.nr[i] <= P.subs.last[sub]);
		return [P.subNames[sub], figures, P.hasEvents ? eventFigures(sub) : null, place, callTable(P.callsOf.get(sub) || [], 'caller', 'Callers'), callTable(P.callsBy.get(sub) || [], 'callee', 'Callees'),
			lines.length ? lineTable(lines, { caption: 'Its lines', limit: 30 }) : null];
	},
	file(text) {
		const [file, line] = findFile(text);
		if (file === undefined)
			return ['File', missing('There is no file of this name.', text)];
		const source = new Source(file);
		const remark = P.lineCounts[file] ? null : el('p', { class: 'remark' }, 'The profile has no source of this file.');
		const figures = el('p', { class: 'figures' }, el('b', {}, time(P.files.ns[file])), ' (', percent(P.files.ns[file], P.stmtNs) || '0%', ') in ', plural(P.files.count[file], P.hz ? 'sample' : 'statement'), ' on ',
			plural(P.lineFrom[file + 1] - P.lineFrom[file], 'line'), P.hasWaits ? ', waiting ' + time(P.files.wait[file]) : '');
		const within = P.files.evalFile[file] >= 0 ? el('p', {}, 'A string eval at ', fileLink(P.files.evalFile[file], P.files.evalLine[file])) : null;
		current.source = source;
		current.then = () => line && source.show(line);
		return [P.fileNames[file], within, figures, P.windows ? el('p', { class: 'remark' }, 'All numbers here are those of the windows.') : null, remark, source];
	},
	q: text => search(text),
};

// A name, or its end: after a slash.
function findFile(text) {
	const match = /^(.*):(\d+)$/s.exec(text), names = match ? [[text], [match[1], +match[2]]] : [[text]];
	for (const [wanted, line] of names) {
		if (P.fileNr.has(wanted))
			return [P.fileNr.get(wanted), line];
	}
	for (const [wanted, line] of names) {
		const end = P.fileNames.findIndex(n => n.endsWith('/' + wanted));
		if (wanted && end >= 0)
			return [end, line];
	}
	return [];
}

function missing(what, text) {
	return el('p', { class: 'remark' }, what + ' ', el('a', { href: hash('q', text) }, 'Search for it'));
}

// ------------------------------------------------------------------------ search

const HITS_MAX = 500;
const HITS_SHOWN = 40;
const lowered = {};

function lower(key, make) {
	return lowered[key] || (lowered[key] = make());
}

// The lines whose source has a word: of the pieces that have it.
function searchSource(word) {
	const pieces = lower('source', () => P.source.map(list => list.map(text => typeof text === 'string' ? text.toLowerCase() : text)));
	const hits = [];
	for (let f = 0; f < pieces.length; f++) {
		for (let i = 1; i < pieces[f].length; i += 2) {
			const text = pieces[f][i];
			let line = pieces[f][i - 1], from = 0;
			for (let at = text.indexOf(word); at >= 0 && hits.length <= HITS_MAX;) {
				for (let eol = text.indexOf('\n', from); eol >= 0 && eol < at; eol = text.indexOf('\n', from)) {
					line++;
					from = eol + 1;
				}
				hits.push([f, line]);
				const eol = text.indexOf('\n', at);
				at = eol < 0 ? -1 : text.indexOf(word, eol);
			}
			if (hits.length > HITS_MAX)
				return hits;
		}
	}
	return hits;
}

function hitTable(hits) {
	const row = ([f, line]) => {
		const tr = el('tr', { class: 'item' }, el('td', {}, placeLink(f, line)), el('td', {}, el('code', { class: 'excerpt' }, (lineText(f, line) || '').trim().slice(0, 200))));
		tr.dataset.go = fileHash(f, line);
		return tr;
	};
	const body = el('tbody', {}, hits.slice(0, HITS_SHOWN).map(row));
	const more = el('button', { class: 'more', type: 'button', onclick() {
		body.append(...hits.slice(HITS_SHOWN, HITS_MAX).map(row));
		more.hidden = true;
	} }, 'Show more');
	more.hidden = hits.length <= HITS_SHOWN;
	return [el('table', { class: 'hits' }, body), more];
}

// How much of the time the stacks have that these subs are in.
function shareOf(subs) {
	const wanted = new Set(subs);
	let sum = 0;
	for (let i = 0; i < P.stacks.sub.length; i++) {
		if (wanted.has(P.stacks.sub[i])) {
			sum += P.stacks.total[i];
			i = P.stacks.end[i] - 1;
		}
	}
	return sum;
}

let foundFlame = null;

// Frames that have a word stand out.
function flameOf(word) {
	foundFlame = foundFlame || new Flame({ rows: 12, opened(frame) {
		if (frame.sub >= 0)
			location.hash = subHash(frame.sub);
	} });
	foundFlame.mark(frame => frame.name.toLowerCase().includes(word));
	return foundFlame;
}

function search(text) {
	const word = text.trim().toLowerCase();
	if (!word)
		return ['Search', el('p', { class: 'remark' }, 'Search for a part of the name of a sub or a file, or of a line of source.')];
	const subNames = lower('subs', () => P.subNames.map(n => n.toLowerCase())), fileNames = lower('files', () => P.fileNames.map(n => n.toLowerCase()));
	const subs = ranSubs(true).filter(s => subNames[s].includes(word));
	const files = range(P.fileNames.length).filter(f => fileNames[f].includes(word) && P.lineFrom[f + 1] > P.lineFrom[f]);
	const hits = searchSource(word);
	return [`\u201c${text}\u201d`,
		el('h2', {}, plural(subs.length, 'sub'), subs.length && !focus ? ', ' + (percent(shareOf(subs), P.total) || '0%') + ' of the time with what they call' : null),
		subs.length && P.total ? flameOf(word) : null, subs.length ? subTable(subs, { limit: 12 }) : null,
		el('h2', {}, plural(files.length, 'file')), files.length ? fileTable(files, { limit: 6 }) : null,
		el('h2', {}, hits.length > HITS_MAX ? `More than ${HITS_MAX} lines of source` : plural(hits.length, 'line') + ' of source'), hits.length ? hitTable(hits) : null];
}

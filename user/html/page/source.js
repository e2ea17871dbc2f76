// Annotated source: the numbers of each line beside it, calls below it, callers above the first line of a sub.

const LINES_AT_ONCE = 200;
const NOTES_AT_ONCE = 4;

// The lines of a file that can be shown: their texts; those that ran; gaps.
function rowsOf(file) {
	const rows = [], ran = new Map(), total = P.lineCounts[file];
	for (let i = P.lineFrom[file]; i < P.lineFrom[file + 1]; i++)
		ran.set(P.lines.nr[i], i);
	const pieces = P.source[file] || [];
	let next = 1;
	for (let i = 0; i < pieces.length; i += 2) {
		if (pieces[i] > next)
			rows.push({ from: next, to: pieces[i] - 1 });
		next = pieces[i];
		for (const text of linesOf(file, i)) {
			rows.push({ nr: next, text, line: ran.get(next) });
			ran.delete(next++);
		}
	}
	if (pieces.length && next <= total)
		rows.push({ from: next, to: total });
	// Without their text: the profile has none, or a #line directive gave another number.
	for (const [nr, line] of [...ran].sort((a, b) => a[0] - b[0]))
		rows.push({ nr, text: null, line });
	return rows;
}

class Source {
	constructor(file) {
		this.file = file;
		this.rows = rowsOf(file);
		this.heads = this.headsOf();
		this.chunks = [];
		const watcher = new IntersectionObserver(all => all.forEach(e => e.isIntersecting && this.fill(e.target)), { rootMargin: '1500px' });
		this.element = el('div', { class: 'source numbers' + (2 + P.hasWaits + !P.hz), role: 'table' }, this.title());
		for (let i = 0; i < this.rows.length; i += LINES_AT_ONCE) {
			const chunk = el('div', { class: 'chunk', 'data-from': i });
			chunk.style.minHeight = Math.min(LINES_AT_ONCE, this.rows.length - i) * 20 + 'px';
			this.chunks.push(chunk);
			this.element.append(chunk);
			watcher.observe(chunk);
		}
	}

	title() {
		const cell = (text, what) => el('span', { class: what, role: 'columnheader' }, text);
		return el('div', { class: 'line title', role: 'row' }, cell('line', 'nr'), cell(P.hz ? 'samples' : 'count', 'n count'), cell('time', 'n'),
			P.hasWaits ? cell('waiting', 'n waited') : null, P.hz ? null : cell('each', 'n each'), cell('source', 'code'));
	}

	// The subs by the row that they begin at, or the next one that is shown.
	headsOf() {
		const heads = new Map();
		let at = 0;
		for (const s of P.subsIn.get(this.file) || []) {
			if (!P.callsOf.has(s))
				continue;
			while (at < this.rows.length - 1 && (this.rows[at].nr || this.rows[at].to) < P.subs.first[s])
				at++;
			push(heads, at, s);
		}
		return heads;
	}

	fill(chunk) {
		if (chunk.hasChildNodes())
			return;
		const from = +chunk.dataset.from;
		chunk.append(...this.rows.slice(from, from + LINES_AT_ONCE).map((row, i) => this.row(row, from + i)));
		chunk.style.minHeight = '';
	}

	row(row, index) {
		if (!row.nr) {
			const text = row.from === row.to ? 'line ' + count(row.from) : 'lines ' + row.from + '\u2013' + row.to;
			return el('div', { class: 'line gap', role: 'row' }, el('span', { class: 'nr' }, '\u22ee'), el('span', { class: 'code' }, text + ': nothing ran near'));
		}
		const code = el('span', { class: 'code', role: 'cell' });
		for (const sub of this.heads.get(index) || [])
			code.append(this.callers(sub));
		const text = row.text === null ? '' : row.text.replace(/\r$/, '');
		code.append(el('code', { class: /^\s*#/.test(text) ? 'comment' : null }, text || ' '));
		code.append(...this.callees(row.nr), ...this.evals(row.nr));
		return el('div', { class: 'line' + (row.line === undefined ? ' quiet' : ''), role: 'row', id: 'L' + row.nr },
			el('a', { class: 'nr', href: fileHash(this.file, row.nr) }, String(row.nr)), this.numbers(row.line), code);
	}

	numbers(i) {
		const cell = (text, what, heat) => el('span', { class: what + (heat ? ' heat' + heat : ''), role: 'cell' }, text);
		if (i === undefined)
			return [cell('', 'n count'), cell('', 'n'), P.hasWaits ? cell('', 'n waited') : null, P.hz ? null : cell('', 'n each')];
		const n = P.lines.count[i], ns = P.lines.ns[i], each = n ? ns / n : 0;
		return [cell(shortCount(n), 'n count'), cell(markedTime(ns, P.lines.error[i]), 'n time', P.lines.heat[i]),
			P.hasWaits ? cell(P.lines.wait[i] ? time(P.lines.wait[i]) : '', 'n waited') : null,
			P.hz ? null : cell(time(each), 'n each', P.lines.heatEach[i])];
	}

	callers(sub) {
		const calls = (P.callsOf.get(sub) || []).slice().sort((a, b) => P.calls.incl[b] - P.calls.incl[a] || P.calls.count[b] - P.calls.count[a]);
		const list = calls.slice(0, NOTES_AT_ONCE).map(c => [P.calls.file[c] >= 0 ? [placeLink(P.calls.file[c], P.calls.line[c]), ' '] : null,
			el('span', { class: 'dim' }, often(P.calls.count[c]) + ' ' + time(P.calls.incl[c])), ' ']);
		return el('span', { class: 'note head' }, subLink(sub), ` ${plural(P.subs.count[sub], P.hz ? 'sample' : 'call')}, `,
			markedTime(P.subs.incl[sub], P.subs.inclError[sub]), ', own ', markedTime(P.subs.excl[sub], P.subs.exclError[sub]), ' \u2190 ',
			list, calls.length > list.length ? el('a', { href: subHash(sub) }, '\u2026 ' + plural(calls.length - list.length, 'more place')) : null);
	}

	callees(line) {
		const calls = (P.callsAt.get(this.file + ':' + line) || []).slice().sort((a, b) => P.calls.incl[b] - P.calls.incl[a]);
		const notes = calls.slice(0, NOTES_AT_ONCE).map(c => el('span', { class: 'note' }, '\u2192 ', subLink(P.calls.callee[c]),
			' ' + often(P.calls.count[c]) + ' ' + time(P.calls.incl[c])));
		if (calls.length > notes.length)
			notes.push(this.unfold(calls.slice(notes.length)));
		return notes;
	}

	unfold(calls) {
		const note = el('span', { class: 'note' });
		note.append(el('button', { type: 'button', onclick: () => note.replaceWith(...calls.map(c => el('span', { class: 'note' }, '\u2192 ',
			subLink(P.calls.callee[c]), ' ' + often(P.calls.count[c]) + ' ' + time(P.calls.incl[c])))) }, '\u2026 ' + plural(calls.length, 'more callee')));
		return note;
	}

	evals(line) {
		const evals = (P.evalsAt.get(this.file + ':' + line) || []).slice().sort((a, b) => P.files.ns[b] - P.files.ns[a]);
		return evals.slice(0, NOTES_AT_ONCE).map((f, i) => el('span', { class: 'note' }, 'string eval ', fileLink(f), ' ' + time(P.files.ns[f]),
			i === NOTES_AT_ONCE - 1 && evals.length > NOTES_AT_ONCE ? ', and ' + plural(evals.length - NOTES_AT_ONCE, 'more') : null));
	}

	show(nr) {
		const index = this.rows.findIndex(row => (row.nr || row.to) >= nr);
		if (index < 0)
			return;
		const chunk = Math.floor(index / LINES_AT_ONCE);
		for (const near of [chunk - 1, chunk, chunk + 1]) {
			if (this.chunks[near])
				this.fill(this.chunks[near]);
		}
		const line = this.chunks[chunk].children[index - chunk * LINES_AT_ONCE];
		line.classList.add('target');
		line.scrollIntoView({ block: 'center' });
	}

	// For j and k: the lines that took time.
	hot(from, step) {
		let i = from;
		do
			i += step;
		while (i >= 0 && i < this.rows.length && !(this.rows[i].line !== undefined && P.lines.heat[this.rows[i].line]));
		return i >= 0 && i < this.rows.length ? i : -1;
	}
}

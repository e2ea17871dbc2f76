// The page of changes: the tables of subs and lines, the flame graph, and what is chosen in it.

const IN_OLD = 1, IN_NEW = 2, NOISE = 4;

const change = (table, i) => table.new[i] - table.old[i];
const isNoise = (table, i) => !!(table.flags[i] & NOISE);

function signed(ns) {
	return (ns > 0 ? '+' : ns < 0 ? '-' : '') + time(Math.abs(ns));
}

const changeClass = ns => ns > 0 ? 'grew' : ns < 0 ? 'shrank' : 'dim';

// As the terminal says it.
function relative(table, i) {
	if (!(table.flags[i] & IN_OLD))
		return 'new';
	if (!(table.flags[i] & IN_NEW))
		return 'gone';
	const value = ratio(table, i);
	return value >= 99999 ? '>999x' : (value >= 0 ? '+' : '') + value.toFixed(1) + '%';
}

function ratio(table, i) {
	if (table.old[i] <= 0)
		return table.new[i] > 0 ? Infinity : 0;
	return 100 * change(table, i) / table.old[i];
}

// ------------------------------------------------------------------------ tables

function countText(table, i) {
	const { oldCount, newCount } = table;
	return oldCount[i] === newCount[i] ? count(newCount[i]) : count(oldCount[i]) + ' \u2192 ' + count(newCount[i]);
}

// In the order of the profile's rows, but those that are worth a word first.
function inOrder(table, rows) {
	const isWorth = i => Math.abs(change(table, i)) >= P.least;
	return [...rows.filter(isWorth), ...rows.filter(i => !isWorth(i))];
}

function changeTable(table, columns, rows, more) {
	const side = (title, key, flag) => ({ title, of: i => table[key][i], number: true, cell: i => table.flags[i] & flag ? time(table[key][i]) : '-' });
	return new Table({
		rows: inOrder(table, rows), sort: null, limit: 20, empty: 'Nothing.',
		columns: [
			side('old', 'old', IN_OLD),
			side('new', 'new', IN_NEW),
			{ title: 'change', of: i => change(table, i), number: true, cell: i => el('span', { class: changeClass(change(table, i)) }, signed(change(table, i))) },
			{ title: 'percent', of: i => ratio(table, i), number: true, cell: i => [relative(table, i), isNoise(table, i) ? el('span', { class: 'tag narrow' }, 'noise') : null] },
			rows.some(i => isNoise(table, i)) ? { title: 'noise', of: i => +isNoise(table, i), number: true, wide: true,
				cell: i => isNoise(table, i) ? el('span', { class: 'tag' }, 'noise') : '' } : null,
			{ title: columns.count, of: i => table.newCount[i], number: true, wide: true, cell: i => countText(table, i) },
			columns.name,
		].filter(Boolean),
		...more,
	});
}

function subChanges(rows) {
	const { sub } = P.subs;
	return changeTable(P.subs, { count: countWord(), name: nameColumn('sub', i => P.subNames[sub[i]], i => subLink(sub[i])) }, rows,
		{ go: i => subHash(sub[i]), caption: 'Subs by change of exclusive time' });
}

function lineChanges(rows) {
	const { file, line, oldLine } = P.lines;
	const cell = i => [shortFileLink(file[i], line[i]), oldLine[i] && oldLine[i] !== line[i] ? el('span', { class: 'dim' }, ' was ' + oldLine[i]) : null,
		P.texts[i] ? el('code', { class: 'excerpt' }, P.texts[i]) : null];
	return changeTable(P.lines, { count: P.hz ? 'samples' : 'count', name: nameColumn('line', i => P.fileNames[file[i]] + ':' + line[i], cell) }, rows,
		{ go: i => fileHash(file[i], line[i]), caption: 'Lines by change of time' });
}

/*
 * Who calls a sub, and what it calls: end is the column of the other sub.  The times are of the calls, with all that they
 * call in turn.
 */
function callChanges(rows, end, caption) {
	const sub = P.calls[end];
	return changeTable(P.calls, { count: countWord(), name: nameColumn(end, i => P.subNames[sub[i]], i => subLink(sub[i])) }, rows,
		{ go: i => subHash(sub[i]), caption });
}

function drawCalls(sub) {
	const rowsOf = end => range(P.calls[end].length).filter(i => P.calls[end][i] === sub).sort((a, b) => Math.abs(change(P.calls, b)) - Math.abs(change(P.calls, a)));
	const tables = sub === null ? [] : [callChanges(rowsOf('callee'), 'caller', 'Callers of ' + P.subNames[sub]),
		callChanges(rowsOf('caller'), 'callee', 'Calls by ' + P.subNames[sub])];
	byId('calls').replaceChildren(...tables.map(table => el('section', {}, table.element)),
		...tables.length ? [el('p', { class: 'remark' }, 'Times of calls are inclusive. What is noise among them is not known.')] : []);
}

const range = n => Array.from({ length: n }, (_, i) => i);

// What a search looks at, by row.
function linkWords() {
	const { file, line } = P.lines;
	P.subs.words = P.subs.sub.map(sub => P.subNames[sub].toLowerCase());
	P.lines.words = file.map((f, i) => (P.fileNames[f] + ':' + line[i] + '\n' + (P.texts[i] || '')).toLowerCase());
}

function drawTables(word) {
	const rowsWith = words => range(words.length).filter(i => words[i].includes(word));
	const subs = rowsWith(P.subs.words), lines = rowsWith(P.lines.words);
	const tables = [['subs', subChanges(subs)], P.lines.file.length ? ['lines', lineChanges(lines)] : null].filter(Boolean);
	byId('tables').replaceChildren(...tables.map(([id, table]) => el('section', { id }, table.element)));
}

// ------------------------------------------------------------------ flame graph

let flame = null;
let most = 0;	// the largest change of a frame's own time
const noisy = new Set();

const ownChange = frame => frame.own - P.stacks.old[frame.nr];

// Red: its own time grew; blue: it shrank; the stronger, the larger the change is.
function changeColour(frame, dark) {
	const strength = most > 0 && !noisy.has(frame.sub) ? Math.sqrt(Math.abs(ownChange(frame)) / most) : 0;
	if (strength < 0.1)
		return dark ? '#3b434b' : '#d5dade';
	const hue = ownChange(frame) > 0 ? 4 : 212;
	return dark ? `hsl(${hue} ${(25 + 40 * strength).toFixed()}% ${(27 + 17 * strength).toFixed()}%)` : `hsl(${hue} 85% ${(92 - 27 * strength).toFixed()}%)`;
}

function wasText(frame) {
	const was = P.stacks.oldTotal[frame.nr];
	return was < 0 ? '; it is new' : '; was ' + time(was) + ', own ' + time(P.stacks.old[frame.nr]) + ' (' + signed(ownChange(frame)) + ')';
}

function drawFlame() {
	if (!(P.total > 0))
		return;
	for (let i = 0; i < P.subs.sub.length; i++) {
		if (isNoise(P.subs, i))
			noisy.add(P.subs.sub[i]);
	}
	if (P.totalNoise)
		noisy.add(-1);	// what is no sub
	for (let i = 0; i < P.stacks.ns.length; i++) {
		if (!noisy.has(P.stacks.sub[i]))
			most = Math.max(most, Math.abs(P.stacks.ns[i] - P.stacks.old[i]));
	}
	flame = new Flame({ rows: 40, ways: [Callees], colour: changeColour, more: wasText });
	const sample = (hue, text) => [el('span', { class: 'sample ' + hue }), ' ' + text];
	byId('flame').append(el('h2', {}, 'Flame graph of the new side'), flame.element, el('p', { class: 'remark' },
		'Width: the new time of a sub with all that it calls' + (P.hz ? ', estimated from samples' : '') + '; the whole is ' + time(P.total) + '. ',
		sample('red', 'Red: the own time of the frame grew. '), sample('blue', 'Blue: it shrank. '), sample('grey', 'Grey: noise, or a change of less than a hundredth of the largest. '),
		most > 0 ? 'The strongest colour is a change of ' + time(most) + '; the colours follow the square root of the change. ' : '',
		'What is gone has no frame.',
		P.pairs ? ' The profile has no stacks: each one is a sub and its caller.' : ''));
}

// ----------------------------------------------------------------------- choices

// A chosen sub: its frames stand out, and its callers and calls are shown.
function choose(sub, shownName) {
	drawCalls(sub);
	if (flame)
		flame.mark(sub === null ? null : frame => frame.sub === sub);
	drawChip(shownName === null ? null : ['frames of ', el('b', {}, shownName)], () => { location.hash = ''; });
}

// Marks the row that a link leads to; null: none.
function chooseRow(hash) {
	current.link = hash;
	for (const row of document.querySelectorAll('#tables tr.item'))
		row.classList.toggle('chosen', row.dataset.go === hash);
}

function lineOf(text) {
	const match = /^(.*):(\d+)$/s.exec(text);
	return match ? range(P.lines.file.length).find(i => P.lines.line[i] === +match[2] && P.fileNames[P.lines.file[i]] === match[1]) : undefined;
}

const chosen = {
	sub(text) {
		const sub = P.subNames.indexOf(text);
		if (sub < 0)
			return false;
		choose(sub, text);
		chooseRow(subHash(sub));
		return true;
	},
	file(text) {
		const i = lineOf(text);
		if (i === undefined)
			return false;
		const sub = P.lines.sub[i];
		choose(sub < 0 ? null : sub, sub < 0 ? null : P.subNames[sub]);
		chooseRow(fileHash(P.lines.file[i], P.lines.line[i]));
		return true;
	},
};

let word = null;

// A word that is searched for: the tables have what has it, and its frames stand out.
function find(text) {
	const wanted = text.trim().toLowerCase();
	if (wanted !== word)
		drawTables(wanted);
	word = wanted;
	if (document.activeElement !== byId('search'))
		byId('search').value = text;
	choose(null, null);
	if (flame && word)
		flame.mark(frame => frame.name.toLowerCase().includes(word));
}

function route() {
	const [key, value] = readHash();
	current.row = -1;
	if (Object.hasOwn(chosen, key) && chosen[key](value)) {
		byId('flame').scrollIntoView({ block: 'nearest' });
		return;
	}
	chooseRow(null);
	if (key === 'subs' || key === 'lines' || key === 'flame')
		byId(key)?.scrollIntoView();
	else
		find(key === 'q' ? value : '');
}

keys.Escape = () => escapeTo(() => {
	if (flame)
		flame.reset();
	location.hash = '';
});

// ------------------------------------------------------------------------- start

function start() {
	linkStacks();
	linkWords();
	byId('lines-tab').hidden = !P.lines.file.length;
	drawFlame();
	find('');
	byId('tables').addEventListener('click', () => chooseRow(current.link));	// of a table that was sorted
	startPage({ typed, route });
}

readData(byId('data')).then(data => Object.assign(P, data)).then(start).catch(fail);

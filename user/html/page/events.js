// Events of the kernel: by sub, by line, and as measures of the flame graph.

const eventParts = ['count', 'errors', 'bytes', 'ns'];

// Of memory and traffic it is the bytes that count. Those of memory are below 0 where more was given back than taken.
const mainPart = e => ['memory', 'malloc-live', 'tcp-bytes'].includes(P.eventNames[e]) ? 'bytes' : 'count';

const PROGRAM = -1, NOWHERE = -4;	// subs of stacks; what is in no sub has this one, or less

function linkEvents() {
	P.hasEvents = !!P.events;
	P.measures = [timeMeasure];
	if (!P.hasEvents)
		return;
	const { event, stack } = P.events, nothing = P.eventStacks.sub.map(() => 0);
	P.eventNames.forEach((title, e) => {
		const ns = nothing.slice(), part = mainPart(e), n = P.events[part];
		for (let i = 0; i < n.length; i++)
			ns[stack[i]] += event[i] === e ? n[i] : 0;
		if (part === 'bytes')
			ns.forEach((bytes, i) => ns[i] = Math.max(bytes, 0));
		const stacks = { ...P.eventStacks, ns, count: nothing };
		linkTree(stacks);
		P.measures.push({ title, stacks, text: sum => count(sum) + (part === 'bytes' ? ' bytes of ' : ' ') + title });
	});
}

// ------------------------------------------------------------------------- sums

const noEvents = () => P.eventNames.map(() => ({ count: 0, errors: 0, bytes: 0, ns: 0 }));

function addEvent(sums, i) {
	for (const part of eventParts)
		sums[P.events.event[i]][part] += P.events[part][i];
}

function allEvents() {
	const sums = noEvents();
	P.events.count.forEach((_, i) => addEvent(sums, i));
	return sums;
}

// The subs of a stack, each once; only those whose callers are known lead to the program.
function subsOf(stack) {
	const { sub } = P.eventStacks, { up } = P.measures[1].stacks, subs = new Set();
	for (let at = stack; ; at = up[at]) {
		if (sub[at] < PROGRAM && sub[at] > NOWHERE)
			break;
		subs.add(sub[at]);
		if (!at || sub[at] <= NOWHERE)
			break;
	}
	return subs;
}

// By sub: { own, with what it called: whole }.
function eventsBySub() {
	const subs = new Map();
	const sumsOf = sub => subs.get(sub) || subs.set(sub, { own: noEvents(), whole: noEvents() }).get(sub);
	P.events.sub.forEach((sub, i) => {
		addEvent(sumsOf(sub).own, i);
		for (const other of subsOf(P.events.stack[i]))
			addEvent(sumsOf(other).whole, i);
	});
	return subs;
}

const subEvents = () => P.subEvents || (P.subEvents = eventsBySub());

function eventsByKey(keyOf) {
	const rows = new Map();
	for (let i = 0; i < P.events.count.length; i++) {
		const key = keyOf(i);
		if (!rows.has(key))
			rows.set(key, { first: i, sums: noEvents() });
		addEvent(rows.get(key).sums, i);
	}
	return [...rows.values()];
}

// ----------------------------------------------------------------------- tables

const partNames = { count: '', errors: ': errors', bytes: ': bytes', ns: ': time' };

// Of each event its count, and what else there is of it.
function eventColumns(sumsOf) {
	const columns = [];
	allEvents().forEach((all, e) => {
		const main = mainPart(e);
		for (const part of [main, ...eventParts.filter(part => part !== main)]) {
			if (part !== main && !all[part])
				continue;
			const text = part === 'ns' ? time : count, of = row => sumsOf(row)[e][part];
			columns.push({ title: P.eventNames[e] + (part === main ? partNames[part] : partNames[part] || ': count'), of, number: true, wide: part !== main, shared: part === 'count',
				cell: row => of(row) ? text(of(row)) : '', all: text(all[part]), sum: part === main ? Math.abs(all[part]) : 0 });
		}
	});
	return columns;
}

const placeWords = {
	[PROGRAM]: ['MAIN', 'the main program'], [NOWHERE]: ['PERL', 'the interpreter, in no sub: its start, compilation, its end'],
	[NOWHERE - 1]: ['(unknown place)', 'their place could not be read'], [NOWHERE - 2]: ['(too many)', 'there were too many to look at the place of each'],
};

const eventSubName = sub => sub >= 0 ? P.subNames[sub] : (placeWords[sub] || [frameName(sub)])[0];

function eventSubCell(sub) {
	const [text, title] = placeWords[sub] || [frameName(sub)];
	return sub >= 0 ? subLink(sub) : el('a', { class: 'name', href: '#events', title: text }, el('span', { title }, text));
}

// The event that there is most of.
const mostOf = columns => columns.reduce((most, column) => column.sum > most.sum ? column : most);

function eventSubTable(which, more) {
	const subs = subEvents();
	const columns = [...eventColumns(sub => subs.get(sub)[which]), { ...nameColumn('sub', eventSubName, eventSubCell), all: 'all' }];
	return new Table({ columns, sort: mostOf(columns), rows: [...subs.keys()].filter(sub => subs.get(sub)[which].some(sum => sum.count)),
		go: sub => sub >= 0 ? subHash(sub) : '#events', ...more });
}

// With a choice between what is in a sub, and that with what it called.
function eventsOfSubs(limit) {
	const box = el('div', { class: 'stacked events' }), options = [{ title: 'own', which: 'own' }, { title: 'with callees', which: 'whole' }];
	const pick = option => {
		buttons.mark(option);
		box.replaceChildren(eventSubTable(option.which, { limit }).element);
	};
	const buttons = choice(options, pick);
	pick(options[0]);
	return el('section', { class: 'whole' }, el('h2', {}, 'Events of the kernel by sub ', buttons.element), box);
}

function eventLineTable() {
	const { file, line, sub } = P.events, hasLine = row => file[row.first] >= 0;
	const place = row => hasLine(row) ? P.fileNames[file[row.first]] + ':' + line[row.first] : eventSubName(sub[row.first]);
	const cell = row => hasLine(row) ? [shortFileLink(file[row.first], line[row.first]), el('code', { class: 'excerpt' },
		(lineText(file[row.first], line[row.first]) || '').trim().slice(0, 160))] : [eventSubCell(sub[row.first]),
		sub[row.first] > NOWHERE ? el('span', { class: 'dim' }, ' line not known') : null];
	const columns = [...eventColumns(row => row.sums), { ...nameColumn('line', place, cell), all: 'all' }];
	return new Table({
		columns, sort: mostOf(columns), rows: eventsByKey(i => file[i] >= 0 ? file[i] + ':' + line[i] : sub[i]),
		go: row => hasLine(row) ? fileHash(file[row.first], line[row.first]) : sub[row.first] >= 0 ? subHash(sub[row.first]) : '#events',
	});
}

function eventKindTable() {
	const { event, detail } = P.events;
	const name = row => P.eventNames[event[row.first]] + (detail[row.first] >= 0 ? ': ' + P.eventWords[detail[row.first]] : '');
	const sum = row => row.sums[event[row.first]];
	const column = (title, part, text) => ({ title, of: row => sum(row)[part], number: true, wide: part === 'bytes', shared: part === 'count',
		cell: row => sum(row)[part] ? text(sum(row)[part]) : '' });
	return new Table({
		rows: eventsByKey(i => event[i] + ':' + detail[i]), limit: 20,
		columns: [column('count', 'count', count), column('errors', 'errors', count), column('bytes', 'bytes', count), column('time', 'ns', time), nameColumn('event', name)],
	});
}

views.events = () => P.hasEvents ? ['Events of the kernel', eventKindTable(), eventsOfSubs(), el('h2', {}, 'Events of the kernel by line'),
	el('div', { class: 'stacked events' }, eventLineTable().element),
	el('p', { class: 'remark' }, 'MAIN is the main program. PERL is the interpreter, in no sub and no statement, as at its start and at its end. ',
		'What has no place could not be read, or was too much. ', focus ? 'These are the numbers of the whole profile.' : null)] :
	['Events of the kernel', el('p', { class: 'remark' }, 'The profile has none. A recording with --event has them.')];

// Of the page of a sub.
function eventFigures(sub) {
	const sums = subEvents().get(sub);
	if (!sums)
		return null;
	const text = (sum, e) => count(sum[e][mainPart(e)]);
	const texts = P.eventNames.map((title, e) => sums.whole[e].count ? title + partNames[mainPart(e)] + ' ' + text(sums.whole, e) + ' (own ' + text(sums.own, e) + ')' : null);
	return el('p', { class: 'figures' }, 'Events of the kernel with those of its callees: ' + texts.filter(Boolean).join(', '));
}

// What waits for events is left out of all figures, and of the flame graph, unless a reader asks for it.

let showIdle = false;

// Of each stack: its time, if it is of a sub that waits for events.
function idleStacks() {
	const { sub, ns, up } = P.stacks;
	const isIdle = i => sub[i] >= 0 && P.subs.idle[P.subNames[sub[i]] === '[waiting]' ? sub[up[i]] : sub[i]];
	return ns.map((t, i) => isIdle(i) ? t : 0);
}

const pairKey = (caller, callee) => caller * P.subNames.length + callee;

// Of each caller and callee: the idle time of its calls. A call beneath another one of the same sub has none of its own.
function idlePairs(own) {
	const { sub, depth, up } = P.stacks, below = own.slice(), open = new Map(), path = [], pairs = new Map();
	const program = P.subNr.get('main::RUNTIME');
	for (let i = below.length - 1; i > 0; i--)
		below[up[i]] += below[i];
	for (let i = 0; i < below.length; i++) {
		while (path.length > depth[i]) {
			const left = path.pop();
			open.set(left, open.get(left) - 1);
		}
		path.push(sub[i]);
		open.set(sub[i], (open.get(sub[i]) || 0) + 1);
		if (i && below[i] && open.get(sub[i]) === 1) {
			const key = pairKey(sub[up[i]] < 0 ? program : sub[up[i]], sub[i]);
			pairs.set(key, (pairs.get(key) || 0) + below[i]);
		}
	}
	return pairs;
}

// The calls of a pair share its idle time, as stacks have no lines.
function inclWithoutIdle(own) {
	const { caller, callee, incl } = P.calls, pairs = idlePairs(own), sums = new Map();
	const key = i => pairKey(caller[i], callee[i]);
	for (let i = 0; i < incl.length; i++)
		sums.set(key(i), (sums.get(key(i)) || 0) + incl[i]);
	return incl.map((ns, i) => Math.max(0, ns - (pairs.get(key(i)) || 0) * (ns / (sums.get(key(i)) || 1))));
}

function withoutIdle(all) {
	const { callee, file, line, excl } = P.calls, at = new Map(), own = idleStacks();
	const place = (f, nr) => f + ':' + nr;
	for (let i = 0; i < callee.length; i++) {
		if (P.subs.idle[callee[i]])
			at.set(place(file[i], line[i]), (at.get(place(file[i], line[i])) || 0) + excl[i]);
	}
	return {
		stacks: all.stacks.map((ns, i) => ns - own[i]),
		incl: inclWithoutIdle(own),
		excl: excl.map((ns, i) => P.subs.idle[callee[i]] ? 0 : ns),
		lines: all.lines.map((ns, i) => Math.max(0, ns - (at.get(place(P.lines.file[i], P.lines.nr[i])) || 0))),
		stmts: Math.max(0, all.stmts - P.idleNs),
	};
}

function useFigures({ stacks, incl, excl, lines, stmts }) {
	P.stacks.ns = stacks;
	P.calls.incl = incl;
	P.calls.excl = excl;
	P.lines.ns = lines;
	P.stmtNs = stmts;
	linkLines();
	linkCalls();
	linkStacks();
}

function linkIdle() {
	P.idleNs = P.calls.callee.reduce((sum, sub, i) => sum + (P.subs.idle[sub] ? P.calls.excl[i] : 0), 0);
	if (!(P.idleNs > 0))
		return;
	P.withIdle = { stacks: P.stacks.ns, incl: P.calls.incl, excl: P.calls.excl, lines: P.lines.ns, stmts: P.stmtNs };
	P.withoutIdle = withoutIdle(P.withIdle);
	useFigures(P.withoutIdle);
}

// changed: what is to be drawn anew.
function idleButton(changed) {
	return P.idleNs > 0 ? el('button', { class: 'idle', type: 'button', onclick() {
		showIdle = !showIdle;
		useFigures(showIdle ? P.withIdle : P.withoutIdle);
		changed();
	} }, (showIdle ? 'Hide' : 'Show') + ' what waits for events (' + time(P.idleNs) + ')') : null;
}

const isShown = sub => showIdle || !P.subs.idle[sub];

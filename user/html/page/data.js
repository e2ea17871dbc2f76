// What follows from the profile that the page has.

// The lines become arrays by file; where the file's lines begin is in P.lineFrom.
function linkLines() {
	const { file, step } = P.lines;
	const nr = P.lines.nr = new Array(file.length);
	P.lineFrom = new Array(P.fileNames.length + 1).fill(0);
	P.files.ns = new Array(P.fileNames.length).fill(0);
	P.files.count = new Array(P.fileNames.length).fill(0);
	P.files.wait = new Array(P.fileNames.length).fill(0);
	for (let i = 0; i < file.length; i++) {
		nr[i] = step[i] + (i && file[i - 1] === file[i] ? nr[i - 1] : 0);
		P.lineFrom[file[i] + 1] = i + 1;
		P.files.ns[file[i]] += P.lines.ns[i];
		P.files.count[file[i]] += P.lines.count[i];
		P.files.wait[file[i]] += P.lines.wait[i];
	}
	for (let f = 1; f < P.lineFrom.length; f++)
		P.lineFrom[f] = Math.max(P.lineFrom[f], P.lineFrom[f - 1]);
}

function linkCalls() {
	const { caller, callee, file, line, count, incl, excl, depth } = P.calls;
	const sums = () => new Array(P.subNames.length).fill(0);
	Object.assign(P.subs, { count: sums(), incl: sums(), excl: sums(), depth: sums() });
	P.callsOf = new Map();	// by callee
	P.callsBy = new Map();	// by caller
	P.callsAt = new Map();	// by file and line
	for (let i = 0; i < caller.length; i++) {
		P.subs.count[callee[i]] += count[i];
		P.subs.incl[callee[i]] += incl[i];
		P.subs.excl[callee[i]] += excl[i];
		P.subs.depth[callee[i]] = Math.max(P.subs.depth[callee[i]], depth[i]);
		push(P.callsOf, callee[i], i);
		push(P.callsBy, caller[i], i);
		if (file[i] >= 0)
			push(P.callsAt, file[i] + ':' + line[i], i);
	}
}

function linkPlaces() {
	P.subsIn = new Map();	// by file, in the order of their first lines
	P.evalsAt = new Map();
	P.fileNr = new Map();
	P.subNr = new Map();
	for (let f = 0; f < P.fileNames.length; f++) {
		P.fileNr.set(P.fileNames[f], f);
		if (P.files.evalFile[f] >= 0)
			push(P.evalsAt, P.files.evalFile[f] + ':' + P.files.evalLine[f], f);
	}
	for (let s = 0; s < P.subNames.length; s++) {
		P.subNr.set(P.subNames[s], s);
		if (P.subs.file[s] >= 0)
			push(P.subsIn, P.subs.file[s], s);
	}
	for (const list of P.subsIn.values())
		list.sort((a, b) => P.subs.first[a] - P.subs.first[b] || P.subs.last[b] - P.subs.last[a]);
}

// The innermost sub around a line; -1: none.
function subAt(file, line) {
	let found = -1;
	for (const s of P.subsIn.get(file) || []) {
		if (P.subs.first[s] > line)
			break;
		if (P.subs.last[s] >= line)
			found = s;
	}
	return found;
}

// Text of a line, where the page has it.
function lineText(file, line) {
	const pieces = P.source[file] || [];
	for (let i = 0; i < pieces.length; i += 2) {
		const at = line - pieces[i];
		if (at < 0)
			break;
		const lines = linesOf(file, i);
		if (at < lines.length)
			return lines[at];
	}
	return null;
}

const splitPieces = new Map();

function linesOf(file, piece) {
	const key = file * 65536 + piece;
	let lines = splitPieces.get(key);
	if (!lines) {
		lines = P.source[file][piece + 1].split('\n');
		if (lines.length > 1 && !lines[lines.length - 1])
			lines.pop();
		splitPieces.set(key, lines);
	}
	return lines;
}

async function load() {
	Object.assign(P, await readData(document.getElementById('data')));
	linkLines();
	linkCalls();
	linkStacks();
	linkPlaces();
	linkEvents();
	linkIdle();
	P.hasWaits = P.waits.ns.length > 0;
	P.hasSql = P.sql.ns.length > 0;
}

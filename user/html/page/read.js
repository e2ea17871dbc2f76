// What a page has: the tables of its data, and the stacks.

const P = {};

// The data are base64 of deflated JSON, as a JSON string.
async function readData(element) {
	const text = atob(JSON.parse(element.textContent));
	const bytes = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++)
		bytes[i] = text.charCodeAt(i);
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
	return new Response(stream).json();
}

function push(map, key, value) {
	const list = map.get(key);
	if (list)
		list.push(value);
	else
		map.set(key, [value]);
}

// A stack's callees are behind it, up to its end.
function linkTree(stacks) {
	const { depth, ns } = stacks, path = [];
	const n = depth.length;
	stacks.up = new Array(n).fill(0);
	stacks.end = new Array(n).fill(n);
	stacks.total = ns.slice();
	for (let i = 0; i < n; i++) {
		for (let d = depth[i]; d < path.length; d++)
			stacks.end[path[d]] = i;
		path.length = depth[i];
		stacks.up[i] = path.length ? path[path.length - 1] : 0;
		path.push(i);
	}
	for (let i = n - 1; i > 0; i--)
		stacks.total[stacks.up[i]] += stacks.total[i];
}

function linkStacks() {
	linkTree(P.stacks);
	P.total = P.stacks.total[0] || 0;
}

// Of the sub of a stack.
function frameName(sub) {
	if (sub >= 0)
		return P.subNames[sub];
	return ['program', '(callers are not known)', '(deeper calls)', 'PERL', '(unknown place)', '(too many)'][-1 - sub] || '?';
}

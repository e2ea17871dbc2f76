// Elements and text.  What a profile says becomes text of an element, and never HTML.

// What would not be seen, or would turn the text around it.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

function plain(text) {
	return String(text).replace(unseen, '\ufffd');
}

// el('a', { class: 'x', href: '#subs' }, 'text', otherElement)
function el(tag, properties, ...children) {
	const element = document.createElement(tag);
	for (const [key, value] of Object.entries(properties || {})) {
		if (value === undefined || value === null)
			continue;
		if (key.startsWith('on'))
			element.addEventListener(key.slice(2), value);
		else
			element.setAttribute(key, typeof value === 'string' ? plain(value) : value);
	}
	for (const child of children.flat(Infinity)) {
		if (child !== null && child !== undefined)
			element.append(child instanceof Node ? child : plain(child));
	}
	return element;
}

// Three digits that matter, as the terminal has them.
function time(ns) {
	const digits = (value, unit) => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2) + unit;
	if (!(ns > 0))
		return '0';
	return ns >= 1e9 ? digits(ns / 1e9, 's') : ns >= 1e6 ? digits(ns / 1e6, 'ms') : digits(ns / 1e3, 'us');
}

// One that is less than its error is marked.
function markedTime(ns, error) {
	return ns < error ? el('span', { title: 'less than what the prices of its probes can be wrong by' }, '~' + time(ns)) : time(ns);
}

// Half of the interval that has the true number in 95 of 100 cases, in millionths.  Rounded as the terminal does.
function offText(error) {
	const percent = 100 * (error / 1e6);
	return percent >= 100 ? '\u00b1\u2265100%' : percent > 0 ? '\u00b1' + percent.toFixed(percent < 9.95 ? 1 : 0) + '%' : '';
}

function off(error) {
	return el('span', { class: 'off' }, offText(error));
}

function count(n) {
	return String(n).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

// Where there is little room.
function shortCount(n) {
	return n >= 1e10 ? (n / 1e9).toFixed(1) + 'G' : n >= 1e6 ? (n / 1e6).toFixed(n >= 1e8 ? 0 : 2) + 'M' : count(n);
}

function percent(part, all) {
	const value = all ? 100 * part / all : 0;
	return value >= 99.95 ? '100%' : value >= 10 ? value.toFixed(1) + '%' : value >= 0.01 ? value.toFixed(2) + '%' : value > 0 ? '<0.01%' : '';
}

const countWord = () => P.hz ? 'samples' : 'calls';

function hash(key, value) {
	return '#' + key + '=' + encodeURIComponent(value.toWellFormed ? value.toWellFormed() : value).replace(/%2F/g, '/').replace(/%3A/g, ':');
}

function subHash(sub) {
	return hash('sub', P.subNames[sub]);
}

function fileHash(file, line) {
	return hash('file', P.fileNames[file] + (line ? ':' + line : ''));
}

// A long name breaks where its parts do.
function parts(text) {
	return text.split(/(?<=::|\/)/).map((part, i) => i ? [el('wbr'), part] : part);
}

// Buttons of which one is chosen: options have titles; pick() is given the one that is clicked.
function choice(options, pick) {
	const buttons = options.map(option => el('button', { type: 'button', onclick: () => pick(option) }, option.title));
	return {
		element: buttons.length > 1 ? el('span', { class: 'choice' }, buttons) : null,
		mark: chosen => buttons.forEach((button, i) => button.setAttribute('aria-pressed', options[i] === chosen)),
	};
}

// The part of a name that tells most is last: what is before it is dim.
function name(text, at) {
	return at > 0 ? [el('span', { class: 'dim' }, parts(text.slice(0, at))), el('wbr'), parts(text.slice(at))] : parts(text);
}

function subName(sub) {
	const full = P.subNames[sub];
	const text = full.replace(/\[.*\//, '[');	// of an anonymous sub: the file without its directory
	const head = text.replace(/\[.*/s, '');
	return name(text, head.lastIndexOf('::') + 2 > 1 ? head.lastIndexOf('::') + 2 : 0);
}

function subLink(sub) {
	return el('a', { class: 'name', href: subHash(sub), title: P.subNames[sub] }, subName(sub));
}

function fileName(file) {
	const text = P.fileNames[file];
	return name(text, text.startsWith('(eval') ? 0 : text.lastIndexOf('/') + 1);
}

function fileLink(file, line) {
	return el('a', { class: 'name', href: fileHash(file, line), title: P.fileNames[file] + (line ? ':' + line : '') }, fileName(file), line ? ':' + line : null);
}

// For a row that has more to show: with the last directory only.
function shortFileLink(file, line) {
	const text = P.fileNames[file], short = text.startsWith('(eval') ? text : text.split('/').slice(-2).join('/');
	return el('a', { class: 'name', href: fileHash(file, line), title: text + ':' + line }, name(short, short.startsWith('(eval') ? 0 : short.lastIndexOf('/') + 1), ':' + line);
}

// A short form of a place, for notes.
function placeLink(file, line) {
	const text = P.fileNames[file];
	return el('a', { href: fileHash(file, line), title: text + ':' + line }, text.slice(text.lastIndexOf('/') + 1), el('wbr'), ':' + line);
}

// How often a call was made; of a profile of samples, how often it was found.
function often(n) {
	return P.hz ? plural(n, 'sample') : count(n) + '\u00d7';
}

function plural(n, one) {
	return count(n) + ' ' + one + (n === 1 ? '' : 's');
}

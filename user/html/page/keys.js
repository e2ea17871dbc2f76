// Keys, rows, the search and the header: what all pages do alike. A page has its own route().

const current = { row: -1 };	// the row that j and k have chosen
const byId = id => document.getElementById(id);

function decode(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

// The parts of a link: [key, value] of #KEY=VALUE.
function readHash() {
	const [, key, value] = /^#([a-z]*)(?:=(.*))?$/s.exec(location.hash) || ['', '', ''];
	return [key, decode(value || '')];
}

function drawChip(content, clear) {
	const chip = byId('focus');
	chip.hidden = !content;
	if (content)
		chip.replaceChildren(...content, ' ', el('button', { type: 'button', 'aria-label': 'Show all', onclick: clear }, '\u00d7'));
}

// ------------------------------------------------------------------------ search

let searching = 0;

function typed() {
	cancelAnimationFrame(searching);
	searching = requestAnimationFrame(() => {
		history.replaceState(null, '', byId('search').value ? hash('q', byId('search').value) : '#');
		route();
	});
}

// -------------------------------------------------------------------------- rows

function rowsToWalk() {
	return [...document.querySelectorAll('main:not([hidden]) tr.item')];
}

function walkRows(step) {
	const rows = rowsToWalk();
	if (!rows.length)
		return;
	current.row = Math.max(0, Math.min(rows.length - 1, current.row + step));
	rows.forEach((row, i) => row.classList.toggle('chosen', i === current.row));
	rows[current.row].scrollIntoView({ block: 'nearest' });
}

function openRow() {
	const row = rowsToWalk()[current.row];
	if (row && row.dataset.go)
		location.hash = row.dataset.go;
	else if (row && row.querySelector('a'))
		location.hash = row.querySelector('a').hash;
}

// -------------------------------------------------------------------------- keys

const keys = {
	'/': () => { byId('search').focus(); byId('search').select(); },
	j: () => walkRows(1),
	k: () => walkRows(-1),
	Enter: openRow,
	'?': () => byId('help').open ? byId('help').close() : byId('help').showModal(),
};

// Esc leaves what is open, the search, and then what a page says.
function escapeTo(leave) {
	if (byId('help').open)
		byId('help').close();
	else if (document.activeElement === byId('search'))
		byId('search').blur();
	else
		leave();
}

function pressed(event) {
	const field = /^(?:INPUT|BUTTON|A)$/.test(event.target.tagName);
	if (event.ctrlKey || event.altKey || event.metaKey || (field && event.key !== 'Escape' && !(event.key !== 'Enter' && event.target.tagName !== 'INPUT')))
		return;
	if (Object.hasOwn(keys, event.key)) {
		event.preventDefault();
		keys[event.key]();
	}
}

// ------------------------------------------------------------------------- start

function startPage({ typed, route }) {
	for (const part of document.querySelectorAll('[data-script]'))
		part.hidden = false;
	const header = document.querySelector('header');
	new ResizeObserver(() => document.documentElement.style.setProperty('--head', header.offsetHeight + 'px')).observe(header);
	byId('search').addEventListener('input', typed);
	byId('help-button').addEventListener('click', keys['?']);
	byId('help-close').addEventListener('click', () => byId('help').close());
	document.addEventListener('keydown', pressed);
	document.addEventListener('click', event => {
		const row = event.target.closest('tr.item[data-go]');
		if (row && !event.target.closest('a, button') && !String(getSelection()))
			location.hash = row.dataset.go;
	});
	addEventListener('hashchange', route);
	route();
	document.documentElement.dataset.ready = Math.round(performance.now());
}

function fail(error) {
	byId('failed').hidden = false;
	byId('failed').textContent = 'The data of this page cannot be read: ' + plain(error.message) + '. The tables below are complete without them.';
}

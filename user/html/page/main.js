// Links, keys, and the start.

const current = {};
const byId = id => document.getElementById(id);

function drawFocus() {
	const chip = byId('focus');
	chip.hidden = !focus;
	if (focus)
		chip.replaceChildren('only in ', el('b', {}, focus.name), ' ', el('button', { type: 'button', 'aria-label': 'Show all', onclick: clearFocus }, '\u00d7'));
}

// In place of the tables that are there without script.
function drawOverview() {
	byId('tables').replaceChildren(subTable(ranSubs(), { limit: 15, caption: 'Subs' }).element,
		lineTable(inFocus(range(P.lines.ns.length)), { limit: 15, caption: 'Lines' }).element);
}

function clearFocus() {
	for (const flame of flames)
		flame.reset();
	setFocus(null);
	drawFocus();
	drawOverview();
	route();
}

function decode(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

const tabOf = { sub: 'subs', file: 'files' };

function route() {
	const [, key, value] = /^#([a-z]*)(?:=(.*))?$/s.exec(location.hash) || ['', '', ''];
	const view = key && Object.hasOwn(views, key) ? views[key] : null;
	current.then = current.source = null;
	current.row = -1;
	byId('overview').hidden = !!view;
	byId('view').hidden = !view;
	for (const tab of document.querySelectorAll('nav a'))
		tab.toggleAttribute('aria-current', tab.getAttribute('href') === (view ? '#' + (tabOf[key] || key) : '#'));
	if (key !== 'q' && document.activeElement !== byId('search'))
		byId('search').value = '';
	else if (document.activeElement !== byId('search'))
		byId('search').value = decode(value || '');
	if (view) {
		const [title, ...parts] = view(decode(value || ''));
		const children = parts.flat(2).filter(Boolean).map(part => part.element || part);
		byId('view').replaceChildren(el('h1', { title }, title), ...children);
	} else {
		byId('view').replaceChildren();
	}
	if (key !== 'q')
		scrollTo(0, 0);
	if (current.then)
		current.then();
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

// -------------------------------------------------------------------------- keys

function rowsToWalk() {
	return [...document.querySelectorAll('main:not([hidden]) tr.item')];
}

function walkSource(step) {
	const source = current.source, next = source.hot(current.row, step);
	if (next < 0)
		return;
	current.row = next;
	document.querySelectorAll('.target').forEach(line => line.classList.remove('target'));
	source.show(source.rows[next].nr);
}

function walk(step) {
	if (current.source) {
		walkSource(step);
		return;
	}
	const rows = rowsToWalk();
	if (!rows.length)
		return;
	current.row = Math.max(0, Math.min(rows.length - 1, current.row + step));
	rows.forEach((row, i) => row.classList.toggle('chosen', i === current.row));
	rows[current.row].scrollIntoView({ block: 'nearest' });
}

function enter() {
	const line = document.querySelector('.line.target .note:not(.head) a');
	const row = rowsToWalk()[current.row];
	if (current.source && line)
		location.hash = line.hash;
	else if (row && row.dataset.go)
		location.hash = row.dataset.go;
	else if (row && row.querySelector('a'))
		location.hash = row.querySelector('a').hash;
}

function escape() {
	if (byId('help').open)
		byId('help').close();
	else if (document.activeElement === byId('search'))
		byId('search').blur();
	else if (focus)
		clearFocus();
	else
		location.hash = '';
}

const keys = {
	'/': () => { byId('search').focus(); byId('search').select(); },
	j: () => walk(1),
	k: () => walk(-1),
	Enter: enter,
	Escape: escape,
	'?': () => byId('help').open ? byId('help').close() : byId('help').showModal(),
};

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

function start() {
	for (const part of document.querySelectorAll('[data-script]'))
		part.hidden = false;
	byId('waits-tab').hidden = !P.hasWaits;
	const header = document.querySelector('header');
	new ResizeObserver(() => document.documentElement.style.setProperty('--head', header.offsetHeight + 'px')).observe(header);
	if (P.total > 0) {
		byId('flame').append(new Flame({ rows: 18, zoomed(zoom) {
			setFocus(zoom);
			drawFocus();
			drawOverview();
		} }).element);
	}
	drawOverview();
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
	setTimeout(() => searchSource('\0'), 200);	// the first search is not to wait
	document.documentElement.dataset.ready = Math.round(performance.now());
}

load().then(start).catch(error => {
	byId('failed').hidden = false;
	byId('failed').textContent = 'The data of this page cannot be read: ' + plain(error.message) + '. The tables below are complete without them.';
});

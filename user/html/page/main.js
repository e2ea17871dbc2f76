// Links, keys, and the start of the page of one profile.

function drawFocus() {
	drawChip(focus && ['only in ', el('b', {}, focus.name)], clearFocus);
}

// In place of the tables that are there without script.
function drawOverview() {
	byId('tables').replaceChildren(subTable(ranSubs(), { limit: 15, caption: 'Subs' }).element,
		lineTable(inFocus(range(P.lines.ns.length)), { limit: 15, caption: 'Lines' }).element,
		...P.hasEvents ? [eventsOfSubs(15)] : []);
}

function clearFocus() {
	for (const flame of flames)
		flame.reset();
	setFocus(null);
	drawFocus();
	drawOverview();
	route();
}

const tabOf = { sub: 'subs', file: 'files' };

function route() {
	const [key, value] = readHash();
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
		byId('search').value = value;
	if (view) {
		const [title, ...parts] = view(value);
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

// -------------------------------------------------------------------------- keys

function walkSource(step) {
	const source = current.source, next = source.hot(current.row, step);
	if (next < 0)
		return;
	current.row = next;
	document.querySelectorAll('.target').forEach(line => line.classList.remove('target'));
	source.show(source.rows[next].nr);
}

keys.j = () => current.source ? walkSource(1) : walkRows(1);
keys.k = () => current.source ? walkSource(-1) : walkRows(-1);

keys.Enter = () => {
	const line = document.querySelector('.line.target .note:not(.head) a');
	if (current.source && line)
		location.hash = line.hash;
	else
		openRow();
};

keys.Escape = () => escapeTo(() => {
	if (focus)
		clearFocus();
	else
		location.hash = '';
});

// ------------------------------------------------------------------------- start

// Other figures are to be shown.
function drawAll() {
	for (const flame of flames)
		flame.turn(flame.way);
	setFocus(null);
	drawFocus();
	drawOverview();
	route();
}

function start() {
	byId('waits-tab').hidden = !P.hasWaits;
	byId('sql-tab').hidden = !P.hasSql;
	byId('events-tab').hidden = !P.hasEvents;
	if (P.total > 0 || P.idleNs > 0 || P.hasEvents) {
		byId('flame').append(new Flame({ rows: 18, measures: P.measures, zoomed(zoom) {
			setFocus(zoom);
			drawFocus();
			drawOverview();
		} }).element);
	}
	drawOverview();
	startPage({ typed, route });
	setTimeout(() => searchSource('\0'), 200);	// the first search is not to wait
}

load().then(start).catch(fail);

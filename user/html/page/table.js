// Tables that can be sorted, and show their first rows.

const ROWS_AT_ONCE = 100;

/*
 * columns: { title, of: row => number or text, cell: row => content, number: is it one, wide: not on a narrow screen,
 * shared: with a bar, all: what the last row has for all }.  go: row => where Enter leads.  sort: a column, the greatest first; null: in the
 * order of the rows.
 */
class Table {
	constructor({ columns, rows, go, sort, empty, caption, limit }) {
		Object.assign(this, { columns, go, empty, rows: rows.slice(), shown: limit || ROWS_AT_ONCE });
		this.body = el('tbody');
		this.head = el('tr');
		this.more = el('button', { class: 'more', type: 'button', onclick: () => this.showMore() });
		this.element = el('div', { class: 'table' }, el('table', {}, caption ? el('caption', {}, caption) : null,
			el('thead', {}, this.head), this.body, this.foot()), this.more);
		for (const column of columns) {
			column.most = column.shared ? rows.reduce((most, row) => Math.max(most, column.of(row)), 0) : 0;
			this.head.append(this.headCell(column));
		}
		if (sort === null)
			this.draw();
		else
			this.sortBy(sort || columns[0], true);
	}

	// Where a column has a sum.
	foot() {
		const cells = () => this.columns.map(column => el('td', { class: this.classOf(column) }, column.all));
		return this.columns.some(column => column.all !== undefined) ? el('tfoot', {}, el('tr', {}, cells())) : null;
	}

	headCell(column) {
		const button = el('button', { type: 'button', onclick: () => this.sortBy(column) }, column.title);
		return column.head = el('th', { class: this.classOf(column), scope: 'col' }, button);
	}

	classOf(column) {
		return (column.number ? 'number' : 'text') + (column.wide ? ' wide' : '');
	}

	sortBy(column, first) {
		const again = this.sorted === column;
		this.down = again ? !this.down : !!column.number;
		this.sorted = column;
		const keys = new Map(this.rows.map(row => [row, column.of(row)]));
		const order = column.number ? (a, b) => keys.get(a) - keys.get(b) : (a, b) => keys.get(a) < keys.get(b) ? -1 : +(keys.get(a) > keys.get(b));
		this.rows.sort((a, b) => (this.down ? order(b, a) : order(a, b)) || 0);
		for (const other of this.columns)
			other.head.setAttribute('aria-sort', other !== column ? 'none' : this.down ? 'descending' : 'ascending');
		if (!first)
			this.shown = Math.min(this.shown, ROWS_AT_ONCE);
		this.draw();
	}

	showMore() {
		const from = this.body.rows.length;
		this.shown += 5 * ROWS_AT_ONCE;
		this.draw(from);
	}

	draw(from = 0) {
		const rows = this.rows.slice(from, this.shown).map(row => this.row(row));
		if (from)
			this.body.append(...rows);
		else
			this.body.replaceChildren(...rows);
		if (!this.rows.length)
			this.body.append(el('tr', {}, el('td', { class: 'empty', colspan: this.columns.length }, this.empty || 'Nothing.')));
		const left = this.rows.length - this.shown;
		this.more.hidden = left <= 0;
		this.more.textContent = 'Show more (' + count(Math.max(left, 0)) + ' left)';
	}

	row(row) {
		const tr = el('tr', { class: 'item' });
		if (this.go)
			tr.dataset.go = this.go(row);
		for (const column of this.columns) {
			const td = el('td', { class: this.classOf(column) }, column.cell ? column.cell(row) : column.number ? count(column.of(row)) : column.of(row));
			if (column.shared && column.most > 0) {
				td.classList.add('share');
				td.style.setProperty('--share', (100 * column.of(row) / column.most).toFixed(1) + '%');
			}
			tr.append(td);
		}
		return tr;
	}
}

// Columns of times: with percents of a whole.  error: row => its error.
function timeColumn(title, of, all, error) {
	return {
		title, of, number: true,
		cell: row => [markedTime(of(row), error && error(row)), el('span', { class: 'percent' }, percent(of(row), all))],
		shared: true,
	};
}

/*
 * The same of a profile of windows: estimates of the whole program.  table: of P, with a row for each one; what: its
 * column, which has errors.
 */
function runTimeColumn(title, table, what, all) {
	const of = i => table[what][i];
	return {
		title, of, number: true,
		cell: i => [time(of(i)), off(table[what + 'Error'][i]), el('span', { class: 'percent' }, percent(of(i), all * P.runScale))],
		shared: true,
	};
}

function runCountColumn(title, table) {
	return { title, of: i => table.count[i], number: true, cell: i => [count(table.count[i]), off(table.countError[i])] };
}

// Of samples it would mean nothing.
function eachColumn(ns, n, more) {
	if (P.hz)
		return null;
	const of = row => n(row) ? ns(row) / n(row) : 0;
	return { title: 'each', of, number: true, wide: true, cell: row => time(of(row)), ...more };
}

function nameColumn(title, of, cell) {
	return { title, of, cell };
}

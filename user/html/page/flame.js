// The flame graph, on a canvas: each frame is as wide as its time, and hangs below its caller; or, upside down, each sub
// is as wide as its own time, and its callers hang below it.  There may be other measures than time.

const FRAME_HEIGHT = 19;

// stacks: their numbers are in .ns and .total.  text: of a number.
const timeMeasure = { title: 'time', text: time, get stacks() { return P.stacks; } };

// A frame: { name, sub, total, own, count, depth, up, stacks }.  Those below it are made when they are drawn.
class Callees {
	static title = 'Callees';

	static root(stacks) {
		return Callees.frame(stacks, 0, null);
	}

	static frame(stacks, nr, up) {
		return { up, nr, stacks, name: frameName(stacks.sub[nr]), sub: stacks.sub[nr], total: stacks.total[nr], own: stacks.ns[nr],
			count: stacks.count[nr], depth: up ? up.depth + 1 : 0 };
	}

	static below(frame) {
		const list = [];
		for (let i = frame.nr + 1; i < frame.stacks.end[frame.nr]; i = frame.stacks.end[i])
			list.push(Callees.frame(frame.stacks, i, frame));
		return list;
	}

	// The stacks of a frame: each with what is above it, which is not part of it.
	static stacks(frame) {
		const list = [];
		for (let i = frame.nr; i < frame.stacks.end[frame.nr]; i++)
			list.push([i, frame.stacks.depth[frame.nr]]);
		return list;
	}
}

class Callers {
	static title = 'Callers';

	static root(stacks) {
		const leaves = [];
		for (let i = 0; i < stacks.ns.length; i++) {
			if (stacks.ns[i] > 0)
				leaves.push([i, i]);
		}
		return { up: null, stacks, name: 'all', sub: -1, total: stacks.total[0], own: 0, count: 0, depth: 0, leaves, first: true };
	}

	// Of each stack of a frame: the leaf, and the node whose caller is next.
	static below(frame) {
		const groups = new Map(), stacks = frame.stacks;
		for (const [leaf, at] of frame.leaves) {
			if (!frame.first && at === 0)
				continue;
			const next = frame.first ? at : stacks.up[at];
			push(groups, stacks.sub[next], [leaf, next]);
		}
		const list = [];
		for (const [sub, leaves] of groups) {
			const total = leaves.reduce((sum, [leaf]) => sum + stacks.ns[leaf], 0);
			list.push({ up: frame, stacks, name: frameName(sub), sub, total, own: total, depth: frame.depth + 1, leaves,
				count: leaves.reduce((sum, [leaf]) => sum + stacks.count[leaf], 0) });
		}
		return list.sort((a, b) => b.total - a.total);
	}

	static stacks(frame) {
		return frame.leaves.map(([leaf]) => [leaf, 0]);
	}
}

const flames = [];

class Flame {
	/*
	 * zoomed: is told what it shows then.  opened: is given a frame that is clicked, in place of a zoom.  ways: all if it is
	 * not given.  colour: (frame, dark) => of a frame.  more: frame => text behind its numbers.
	 * measures: what it can be drawn by, time first.  Of the others, zoomed is told nothing.
	 */
	constructor({ rows, zoomed, opened, ways, measures, colour, more }) {
		this.maxRows = rows || 64;
		this.ways = ways || [Callees, Callers];
		this.colour = colour || packageColour;
		this.more = more || (() => '');
		this.onZoom = zoomed;
		this.canvas = el('canvas', { tabindex: 0, role: 'img', 'aria-label': 'Flame graph: the tables have the same numbers' });
		this.status = el('p', { class: 'status', 'aria-live': 'polite' });
		this.measure = timeMeasure;
		this.wayChoice = choice(this.ways, way => this.turn(way));
		this.measureChoice = choice(measures || [timeMeasure], measure => this.turn(this.way, measure));
		this.out = el('button', { type: 'button', onclick: () => this.zoom(this.root) }, 'Reset');
		this.scroller = el('div', { class: 'canvas' }, this.canvas);
		this.element = el('section', { class: 'flame' },
			el('div', { class: 'tools' }, this.wayChoice.element, this.measureChoice.element, this.out, this.status), this.scroller);
		this.canvas.addEventListener('mousemove', e => this.point(this.find(e)));
		this.canvas.addEventListener('mouseleave', () => this.point(null));
		this.canvas.addEventListener('click', e => (opened || (frame => this.zoom(frame)))(this.find(e) || this.at));
		new ResizeObserver(() => this.draw()).observe(this.scroller);
		matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
		this.turn(this.ways[0]);
		if (zoomed)
			flames.push(this);
	}

	// Without telling anybody.
	reset() {
		const told = this.onZoom;
		this.onZoom = null;
		this.zoom(this.root);
		this.onZoom = told;
	}

	turn(way, measure = this.measure) {
		this.way = way;
		this.measure = measure;
		this.wayChoice.mark(way);
		this.measureChoice.mark(measure);
		this.zoom(this.root = way.root(measure.stacks));
	}

	zoom(frame) {
		this.at = frame;
		this.out.hidden = frame === this.root;
		this.say(frame);
		this.draw();
		if (this.onZoom)
			this.onZoom(frame === this.root || this.measure !== timeMeasure ? null : { name: frame.name, total: frame.total, stacks: this.way.stacks(frame) });
	}

	// Frames of which is() is true stand out; null: none does.
	mark(is) {
		this.is = is;
		this.draw();
	}

	below(frame) {
		return frame.list || (frame.list = this.way.below(frame));
	}

	find(event) {
		const box = this.canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
		const hit = (this.drawn || []).find(d => x >= d.x && x < d.x + d.width && y >= d.y && y < d.y + FRAME_HEIGHT);
		return hit ? hit.frame : null;
	}

	point(frame) {
		if (frame === this.pointed)
			return;
		this.pointed = frame;
		this.canvas.style.cursor = frame ? 'pointer' : '';
		this.say(frame || this.at);
		this.draw();
	}

	say(frame) {
		const { text, stacks } = this.measure;
		const own = this.way === Callees ? ', own ' + text(frame.own) : '';
		const calls = frame.sub >= 0 && frame.count ? ', ' + plural(frame.count, P.hz ? 'sample' : 'call') + (P.sharedCounts ? ' (estimate)' : '') : '';
		const title = frame.sub >= 0 ? el('a', { href: subHash(frame.sub) }, frame.name) : el('b', {}, frame.name);
		this.status.replaceChildren(title, ' ' + text(frame.total) + ' (' + (percent(frame.total, stacks.total[0]) || '0%') + ')' + own + calls + this.more(frame));
	}

	// What is to be drawn: the callers of the frame that is zoomed to, then what is below it as far as it can be seen.
	layOut(width) {
		const drawn = [], path = [];
		for (let f = this.at.up; f; f = f.up)
			path.unshift(f);
		path.forEach((frame, i) => drawn.push({ frame, x: 0, y: i * FRAME_HEIGHT, width, above: true }));
		const todo = [{ frame: this.at, x: 0, width }];
		while (todo.length) {
			const d = todo.pop();
			const row = d.frame.depth;
			d.y = row * FRAME_HEIGHT;
			drawn.push(d);
			if (row >= path.length + this.maxRows)
				continue;
			let x = d.x;
			for (const frame of this.below(d.frame)) {
				const w = d.frame.total ? d.width * frame.total / d.frame.total : 0;
				if (w >= 0.5)
					todo.push({ frame, x, width: w });
				x += w;
			}
		}
		return drawn;
	}

	draw() {
		const width = this.scroller.clientWidth;
		if (!width || !this.at)
			return;
		this.drawn = this.layOut(width);
		const height = this.drawn.reduce((most, d) => Math.max(most, d.y + FRAME_HEIGHT), 0);
		const scale = window.devicePixelRatio || 1;
		if (this.canvas.width !== Math.round(width * scale) || this.canvas.height !== Math.round(height * scale)) {
			this.canvas.width = Math.round(width * scale);
			this.canvas.height = Math.round(height * scale);
			this.canvas.style.height = height + 'px';
		}
		const g = this.canvas.getContext('2d');
		g.setTransform(scale, 0, 0, scale, 0, 0);
		g.clearRect(0, 0, width, height);
		g.font = '11px ' + getComputedStyle(this.canvas).fontFamily;
		g.textBaseline = 'middle';
		const dark = matchMedia('(prefers-color-scheme: dark)').matches;
		for (const d of this.drawn)
			this.drawFrame(g, d, dark);
	}

	fill(frame, marked, dark) {
		return marked && this.colour === packageColour ? (dark ? '#9466cf' : '#c99af2') : this.colour(frame, dark);
	}

	drawFrame(g, d, dark) {
		const { frame, x, y, width, above } = d;
		const marked = this.is && this.is(frame);
		g.globalAlpha = above ? 0.45 : this.is && !marked ? 0.35 : 1;
		g.fillStyle = frame === this.pointed ? (dark ? '#e6edf3' : '#1f2933') : this.fill(frame, marked, dark);
		g.fillRect(x, y, Math.max(width - (width > 3 ? 1 : 0), 0.5), FRAME_HEIGHT - 1);
		if (width < 24)
			return;
		if (frame !== this.pointed)
			g.fillStyle = dark ? '#f0f3f6' : '#1b1f24';
		else
			g.fillStyle = dark ? '#111' : '#fff';
		g.save();
		g.beginPath();
		g.rect(x, y, width - 4, FRAME_HEIGHT);
		g.clip();
		g.fillText(label(g, plain(frame.name), width - 8), x + 4, y + FRAME_HEIGHT / 2);
		g.restore();
	}
}

// As much of a name as there is room for: its end tells more than its beginning.
function label(g, text, room) {
	const perChar = g.measureText('m').width;
	if (text.length * perChar <= room)
		return text;
	const fit = Math.max(1, Math.floor(room / perChar) - 1);
	return '\u2026' + text.slice(-fit);
}

// A package has a colour.
function packageColour(frame, dark) {
	if (frame.sub < 0)
		return dark ? '#3b434b' : '#d5dade';
	const at = frame.name.lastIndexOf('::'), text = at > 0 ? frame.name.slice(0, at) : 'main';
	let h = 2166136261;
	for (let i = 0; i < text.length; i++)
		h = Math.imul(h ^ text.charCodeAt(i), 16777619);
	const hue = 18 + (h >>> 0) % 200;
	return P.subs.xsub[frame.sub] ? `hsl(${hue} ${dark ? 12 : 18}% ${dark ? 34 : 85}%)` : `hsl(${hue} ${dark ? 30 : 48}% ${dark ? 32 : 78}%)`;
}

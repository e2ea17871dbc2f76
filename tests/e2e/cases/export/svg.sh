# svg: an XML parser reads it; frames stand on their callers, as wide as their times; nothing in it is active.

make_profiles
cat >check.py <<'PYTHON'
import re, sys
import xml.etree.ElementTree as tree

root, ns = tree.parse(sys.argv[1]).getroot(), int(sys.argv[2])
svg = "{http://www.w3.org/2000/svg}"
tags = {element.tag.replace(svg, "") for element in root.iter()}
assert tags <= {"svg", "title", "rect", "text", "g"}, tags
frames, bottom = [], None
for g in root.iter(svg + "g"):
    title, rect = g.find(svg + "title").text, g.find(svg + "rect")
    name, total, own = re.match(r"(.*): ([0-9.]+) ms of [0-9.]+ ms .*, own ([0-9.]+) ms", title, re.S).groups()
    x, y, w = (float(rect.get(a)) for a in ("x", "y", "width"))
    frames.append((name, x, y, w, float(total), float(own)))
    print(name)
program = frames[0]
assert abs(program[4] * 1e6 - ns) < 1000
assert all(abs(w - total / program[4] * program[3]) < 0.6 for _, _, _, w, total, _ in frames)
for name, x, y, w, *_ in frames[1:]:
    below = [f for f in frames if f[2] == y + 17 and f[1] - 0.02 <= x and x + w <= f[1] + f[3] + 0.02]
    assert len(below) == 1, (name, below)
    assert not [f for f in frames if f[2] == y and f[1] < x - 0.02 and f[1] + f[3] > x + 0.02], name
PYTHON
check_exports svg svg names
for name in $PROFILES; do
	run 0 xmllint --noout $name.svg
	expect [ -z "$(cat stderr)" ]
done
expect grep -qx main::inner stock.names
expect grep -q 'estimated from samples' sampled.svg
expect [ "$(grep -c '<script' hostile.svg)" = 0 ]

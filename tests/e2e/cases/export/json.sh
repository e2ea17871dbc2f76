# json: it is as its schema says, and its sums are the profile's.

make_profiles
cat >check.py <<'PYTHON'
import json, sys
import jsonschema

name, schema, ns, stmts, calls = sys.argv[1], json.load(open(sys.argv[2])), *map(int, sys.argv[3:6])
p = json.load(open(name, encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
jsonschema.validate(p, schema, cls=jsonschema.Draft202012Validator)
def same(a, b): assert abs(a - b) < 1000, (a, b)
lines = [line for file in p["files"] for line in file["lines"]]
same(sum(line[2] for line in lines), ns)
same(p["totals"]["statement_ns"], ns)
assert sum(line[1] for line in lines) == p["totals"]["statements"] == stmts
assert sum(call["count"] for call in p["calls"]) == p["totals"]["calls"] == calls
nodes = p["stacks"]["nodes"]
same(sum(node["exclusive_ns"] for node in nodes), ns)
same(nodes[0]["inclusive_ns"], ns)
if p["mode"] == "exact": assert sum(node["count"] for node in nodes) == calls
for i, node in enumerate(nodes):
    assert i == 0 or node["caller"] < i
    assert node["inclusive_ns"] == node["exclusive_ns"] + sum(n["inclusive_ns"] for n in nodes if n.get("caller") == i)
print(p["mode"], p["stacks"]["known"], p["stacks"]["counts_are_estimates"])
PYTHON
for name in $PROFILES; do
	truth_of $name.out
	run 0 $AGENT export -q --format=json -o $name.json $name.out
	run 0 /usr/bin/python3 check.py $name.json $TOP/docs/export.schema.json "$ns" "$stmts" "$calls"
	case $name in
	ours) expect_lines 'exact True True' ;;
	counted | stock) expect_lines 'exact True False' ;;
	sampled) expect_lines 'samples True True' ;;
	pairs) expect_lines 'exact False False' ;;
	esac
done

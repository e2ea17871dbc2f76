# speedscope: a file as its format's types demand, with the profile's time.

make_profiles
cat >check.py <<'PYTHON'
# The rules of src/lib/file-format-spec.ts of speedscope 1.25.0.
import json, sys
import jsonschema

whole = {"type": "integer", "minimum": 0}
schema = {
    "type": "object", "required": ["$schema", "version", "shared", "profiles"],
    "properties": {
        "$schema": {"const": "https://www.speedscope.app/file-format-schema.json"},
        "version": {"type": "string"}, "name": {"type": "string"}, "activeProfileIndex": whole,
        "shared": {"type": "object", "required": ["frames"], "properties": {"frames": {"type": "array", "items": {
            "type": "object", "required": ["name"], "additionalProperties": False,
            "properties": {"name": {"type": "string"}, "file": {"type": "string"}, "line": {"type": "number"}}}}}},
        "profiles": {"type": "array", "minItems": 1, "items": {
            "type": "object", "required": ["type", "name", "unit", "startValue", "endValue", "samples", "weights"],
            "properties": {"type": {"const": "sampled"}, "unit": {"const": "nanoseconds"}, "name": {"type": "string"},
                "samples": {"type": "array", "items": {"type": "array", "items": whole}},
                "weights": {"type": "array", "items": whole}}}}}}
d, ns = json.load(open(sys.argv[1], encoding="utf-8")), int(sys.argv[2])
jsonschema.validate(d, schema)
p, frames = d["profiles"][0], d["shared"]["frames"]
assert len(p["samples"]) == len(p["weights"])
assert all(0 <= f < len(frames) for stack in p["samples"] for f in stack)
assert abs(sum(p["weights"]) - ns) < 1000 and p["endValue"] - p["startValue"] == sum(p["weights"])
for stack in p["samples"]: print(";".join(frames[f]["name"].split("[")[0] for f in stack))
for f in frames: print("at", f["name"], f.get("file", "-").split("/")[-1], f.get("line", "-"))
PYTHON
check_exports speedscope speedscope.json stacks
expect grep -qx 'main::RUNTIME;main::outer;main::inner;main::work' stock.stacks
expect grep -qx 'at main::inner a.pl 6' stock.stacks
expect grep -qx 'at List::Util::sum - -' stock.stacks

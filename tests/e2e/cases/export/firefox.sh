# firefox: the tables of the processed format fit each other, and have the profile's time.

make_profiles
cat >check.py <<'PYTHON'
# The types of the Firefox Profiler, src/types/profile.js, at version 48 of the format.
import json, sys

columns = {
    "stackTable": "frame prefix category subcategory",
    "frameTable": "address inlineDepth category subcategory func nativeSymbol innerWindowID implementation line column",
    "funcTable": "isJS relevantForJS name resource fileName lineNumber columnNumber",
    "resourceTable": "lib name host type",
    "nativeSymbols": "libIndex address name functionSize",
    "markers": "data name startTime endTime phase category",
    "samples": "stack time weight",
}
d, ns = json.load(open(sys.argv[1], encoding="utf-8")), int(sys.argv[2])
meta = d["meta"]
assert meta["preprocessedProfileVersion"] == 48
for key in "interval startTime processType categories product stackwalk version markerSchema".split(): meta[key]
assert any(c["color"] == "grey" for c in meta["categories"])
assert all(c["subcategories"][0] == "Other" for c in meta["categories"])
assert d["libs"] == [] and len(d["threads"]) == 1
t = d["threads"][0]
for key in "processType processStartupTime processShutdownTime registerTime unregisterTime pausedRanges name isMainThread tid".split(): t[key]
assert isinstance(t["pid"], str)
for table, names in columns.items():
    for name in names.split(): assert len(t[table][name]) == t[table]["length"], (table, name)
def inside(values, length, null=False):
    assert all((null and v is None) or 0 <= v < length for v in values)
inside(t["stackTable"]["frame"], t["frameTable"]["length"])
inside(t["stackTable"]["category"], len(meta["categories"]))
inside(t["frameTable"]["func"], t["funcTable"]["length"])
inside(t["funcTable"]["name"], len(t["stringArray"]))
inside(t["funcTable"]["fileName"], len(t["stringArray"]), True)
inside(t["samples"]["stack"], t["stackTable"]["length"])
prefix = t["stackTable"]["prefix"]
assert prefix[0] is None and all(p is not None and p < i for i, p in enumerate(prefix) if i)
assert t["samples"]["weightType"] == "tracing-ms" and t["samples"]["time"] == sorted(t["samples"]["time"])
assert abs(round(sum(round(w * 1e6) for w in t["samples"]["weight"])) - ns) < 1000
def name(stack):
    func = t["frameTable"]["func"][t["stackTable"]["frame"][stack]]
    file = t["funcTable"]["fileName"][func]
    return "%s@%s:%s" % (t["stringArray"][t["funcTable"]["name"][func]], "" if file is None else t["stringArray"][file].split("/")[-1], t["funcTable"]["lineNumber"][func])
for stack in t["samples"]["stack"]:
    names = []
    while stack is not None:
        names.insert(0, name(stack))
        stack = prefix[stack]
    print(";".join(names))
PYTHON
check_exports firefox json stacks
expect grep -qx 'main::RUNTIME@:None;main::outer@a.pl:5;main::inner@a.pl:6;main::work@a.pl:4' stock.stacks

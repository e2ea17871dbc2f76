# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks Kubernetes objects, a YAML stream on stdin, against the description of the API in the
first argument (build/kubectl/swagger.json). Prints a line for each mistake, and the objects as JSON
to the file in the second argument. A field that the API does not have is a mistake."""

import json
import sys

import jsonschema
import yaml

QUANTITY = r"^[0-9]+(\.[0-9]+)?(m|k|[KMGT]i?)?$"

# The API has these since Kubernetes 1.30. The description is older.
NEWER = {
    "io.k8s.api.core.v1.SecurityContext": {
        "appArmorProfile": {
            "type": "object",
            "required": ["type"],
            "additionalProperties": False,
            "properties": {
                "type": {"enum": ["Localhost", "RuntimeDefault", "Unconfined"]},
                "localhostProfile": {"type": "string"},
            },
        }
    }
}


def strict(definitions):
    for name, fields in NEWER.items():
        definitions[name]["properties"].update(fields)
    for name, definition in definitions.items():
        if "properties" in definition:
            definition.setdefault("additionalProperties", False)
        if name.endswith(".Quantity"):
            definition["pattern"] = QUANTITY
        if name.endswith(".IntOrString"):
            definition["type"] = ["integer", "string"]
    return definitions


def kinds(definitions):
    return {
        (k["group"], k["version"], k["kind"]): name
        for name, definition in definitions.items()
        for k in definition.get("x-kubernetes-group-version-kind", [])
    }


def mistakes(thing, known, definitions):
    group, _, version = thing.get("apiVersion", "").rpartition("/")
    name = known.get((group, version, thing.get("kind")))
    what = f"{thing.get('kind')} {thing.get('metadata', {}).get('name')}"
    if not name:
        return [f"{what}: the API has no such kind in {thing.get('apiVersion')}"]
    schema = {"$ref": f"#/definitions/{name}", "definitions": definitions}
    found = jsonschema.Draft4Validator(schema).iter_errors(thing)
    return [f"{what}: {'.'.join(map(str, e.absolute_path))}: {e.message}" for e in found]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        definitions = strict(json.load(file)["definitions"])
    things = list(yaml.safe_load_all(sys.stdin))
    known = kinds(definitions)
    for thing in things:
        for mistake in mistakes(thing, known, definitions):
            print(mistake)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(things, file)


main()

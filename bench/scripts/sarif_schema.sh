#!/usr/bin/env bash
# What nbl-emulate says as SARIF, by the standard's own JSON schema: of a race, of what is open, of a proof.
# SPDX-License-Identifier: Apache-2.0
#
# bench/scripts/sarif_schema.sh SCHEMA.json FOLDER   of SARIF 2.1.0 (oasis-tcs/sarif-spec); a folder in which npm has
#                                                    installed ajv, ajv-draft-04 and ajv-formats
set -euo pipefail
cd "$(dirname "$0")/../.."
tool=$(realpath "${BUILD:-build}/nbl-emulate") schema=$(realpath "$1") modules=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
shader() { # name, statements
    printf '#version 450\nlayout(local_size_x = 64) in;\nshared uint s[64];\nlayout(binding = 0) buffer B { uint b[]; };\nvoid main() {\nuint t = gl_LocalInvocationIndex;\n%s\n}\n' "$2" >"$1.comp"
    "$tool" "$1.comp" --format sarif >"$1.sarif" || [ $? = 3 ]
}
shader "a race" 's[t] = b[t]; b[gl_GlobalInvocationID.x] = s[63 - t];'
shader open 'if (b[0] > 100) { s[t] = t; barrier(); b[gl_GlobalInvocationID.x] = s[63 - t]; }'
shader proved 's[t] = t; barrier(); b[gl_GlobalInvocationID.x] = s[63 - t];'
shader bounds 's[t + 1] = t; if (t < 32) barrier(); b[0] = s[2];'
cat >validate.mjs <<'SCRIPT'
import { createRequire } from "module";
import fs from "fs";
const [schema, modules, ...names] = process.argv.slice(2), require = createRequire(modules + "/");
const Ajv = require("ajv-draft-04").default, ajv = new Ajv({ strict: false, allErrors: true });
require("ajv-formats").default(ajv);
const validate = ajv.compile(JSON.parse(fs.readFileSync(schema, "utf8")));
for (const name of names) {
    const log = JSON.parse(fs.readFileSync(name, "utf8"));
    if (!validate(log)) {
        console.log(name, validate.errors);
        process.exitCode = 1;
    } else console.log(`${name}: valid, ${log.runs[0].results.length} results`);
}
SCRIPT
node validate.mjs "$schema" "$modules" ./*.sarif

#!/usr/bin/env bash
# The debugger by @vscode/debugadapter-testsupport, which npm installs; and what the extension's description names.
# Mutations that this catches: a stop told before its request is answered, a stack without `totalFrames`' frames, a
# property of the launch that the tool does not have. The second client is emacs with dap-mode, where it is installed
# (emacs-nox, elpa-dap-mode).
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.."
tool=$(realpath "${BUILD:-build}/nbl-emulate")
. tests/common/expect.sh
expect "it is made" make -s BUILD="${BUILD:-build}" vscode
expect "the version is the tool's" grep -q "\"version\": \"$("$tool" --version | cut -d " " -f 2)\"" "${BUILD:-build}/vscode/package.json"
expect "the extension is JavaScript" node --check packages/vscode/extension.js
# Each property of a launch is the session's own, or an option of the tool.
properties() {
    node -e '
        const { contributes } = require("./packages/vscode/package.json");
        const own = ["program", "args", "cwd", "stopOnEntry", "stopAtEnd", "stepUnit"];
        for (const name of Object.keys(contributes.debuggers[0].configurationAttributes.launch.properties))
            if (!own.includes(name)) console.log("--" + name.replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase()));'
}
"$tool" --help >"$scratch/help"
for option in $(properties); do expect "$option" grep -q -- "$option " "$scratch/help"; done
if (cd "$scratch" && npm install --silent --no-audit --no-fund @vscode/debugadapter-testsupport@1.68.0 >npm.log 2>&1); then
    expect "sessions" node tests/faces/vscode/session.mjs "$tool" "$scratch"
else
    echo "NOT HERE: @vscode/debugadapter-testsupport, which npm installs"
fi
# A breakpoint in a function, over its return, out of the loop's next call, back twice, and on to the race.
emacs_session() {
    (cd "$scratch" && sed -n '/^RACE = """/,/^"""/p' "$OLDPWD/tests/debugger/session.py" | sed '1s/.*"""//; $d' >race.comp &&
        HOME=$scratch timeout 120 emacs --batch -l "$OLDPWD/tests/faces/vscode/emacs.el" "$tool" race.comp 2>errors | tee stops)
    [ "$(paste -sd ' ' <"$scratch/stops")" = "twice 7 main 17 twice 7 twice 6 main 17 main 19" ]
}
if emacs --batch --eval '(require (quote dap-mode))' >/dev/null 2>&1; then
    expect "emacs with dap-mode" emacs_session
else
    echo "NOT HERE: emacs with dap-mode"
fi
finish

#!/usr/bin/env bash
# Every link of the documents, and every document that a comment names, is there.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/common/expect.sh

texts=$(tools/files.sh | grep -E '\.(md|c|h|cpp|sh|py|mk)$|^Makefile$' | grep -v '^tests/consumers/.*links')
python3 tests/consumers/links.py $texts >"$scratch/links"
record $? "$(cat "$scratch/links")"
tail -n 1 "$scratch/links"

# What is wrong is found: a file, an anchor, a comment's document, a link in a link.
mkdir -p "$scratch/docs"
printf '# A page\n\n[there](#a-page) [no file](absent.md) [no anchor](#absent) [a [link](#a-page)](#a-page)\n' >"$scratch/docs/page.md"
printf '/* docs/page.md, docs/absent.md */\n' >"$scratch/code.c"
checker=$PWD/tests/consumers/links.py
found=$(cd "$scratch" && python3 "$checker" docs/page.md code.c)
[ "$(grep -c 'leads nowhere' <<<"$found")" = 3 ]; record $? "a broken link is not found: $found"
[ "$(grep -c 'a link in a link' <<<"$found")" = 1 ]; record $? "a link in a link is not found: $found"
finish

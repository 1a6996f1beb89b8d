#!/bin/sh
# What tools/setup.sh does on machines with and without packages, apt and the right to install; nothing is installed here.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# A machine is a PATH: the tools that any has, and stand-ins for dpkg-query, apt-get, apt-cache, find, id and sudo.
for tool in sh env grep sed head cat; do
    ln -s "$(command -v $tool)" "$scratch/$tool"
done
stand_in() { # name, text
    printf '#!/bin/sh\n%s\n' "$2" >"$scratch/$1"
    chmod +x "$scratch/$1"
}
missing_are() { # a pattern of case
    stand_in dpkg-query "case \$3 in $1) exit 1 ;; esac; echo installed"
}
run() {
    rm -f "$scratch/apt-log"
    output=$(PATH="$scratch" sh tools/setup.sh "$@" 2>&1)
    status=$?
}
expect() { # what, condition as a command
    what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $what: exit $status, said: $output"; fi
}
says() { printf '%s\n' "$output" | grep -qF -- "$1"; }
apt_log() { grep -qF -- "$1" "$scratch/apt-log"; }

stand_in apt-get "echo \"\$@\" >>'$scratch/apt-log'"
stand_in find "echo new_Packages" # the lists are of today, whatever this machine's are
stand_in apt-cache "exit 0"
stand_in id "echo 0"

missing_are nothing
run check
expect "nothing missing: exit 0" [ $status = 0 ]
expect "nothing missing: nothing said" [ -z "$output" ]
expect "nothing missing: apt not asked" [ ! -e "$scratch/apt-log" ]

missing_are 'make|check'
run check
expect "root: exit 0" [ $status = 0 ]
expect "root: says what" says "Installing: make check"
expect "root: apt installs just that" apt_log "install -q -y --no-install-recommends make check"
run demo
expect "demo: what only check needs is left alone" says "Installing: make"
expect "demo: apt installs just that" apt_log "--no-install-recommends make"
expect "new lists: not fetched again" [ "$(grep -c update "$scratch/apt-log")" = 0 ]
stand_in find "exit 0"
run demo
expect "old lists: fetched first" [ "$(sed 1q "$scratch/apt-log")" = "update -q" ]
stand_in find "echo new_Packages"

# What needs the packages of the build alone goes on while the rest is installed.
missing_are 'gcc|gdb|cmake'
stand_in command-of-ours "echo \"\$@\" >>'$scratch/apt-log'; exit \$2"
run check command-of-ours status 0
expect "a command: exit 0" [ $status = 0 ]
expect "a command: first what it needs" [ "$(sed 1q "$scratch/apt-log" | grep -c 'recommends gcc$')" = 1 ]
expect "a command: it runs" apt_log "status 0"
expect "a command: the rest" apt_log "recommends cmake gdb"
run check command-of-ours status 3
expect "a command that fails: exit 1" [ $status = 1 ]
missing_are 'gcc'
run check command-of-ours status 0
expect "nothing else is missing: no command" [ "$(wc -l <"$scratch/apt-log")" = 1 ]

missing_are 'chromium|gdb'
stand_in apt-cache "exit 1"
run check
expect "no SwiftShader in this distribution: says so" says "no package chromium here"
expect "no SwiftShader in this distribution: the rest is installed" says "Installing: gdb"
missing_are chromium
run check
expect "only SwiftShader is missing: exit 0" [ $status = 0 ]

missing_are 'make|check'
stand_in id "echo 1000"
run check
expect "may not: exit 1" [ $status = 1 ]
expect "may not: the one line to run" says "sudo apt-get update && sudo apt-get install --no-install-recommends make check"
expect "may not: apt not asked" [ ! -e "$scratch/apt-log" ]
stand_in sudo 'shift; exec "$@"' # its first argument is -n
stand_in true 'exit 0'
run check
expect "sudo without a password: exit 0" [ $status = 0 ]
expect "sudo without a password: installs" says "Installing: make check"

rm "$scratch/apt-get"
run check
expect "no Debian: exit 0" [ $status = 0 ]
expect "no Debian: says what is needed" says "libvulkan-dev"

run nonsense
expect "a wrong word: exit 2" [ $status = 2 ]

echo "$passed passed, $failed failed"
[ $failed = 0 ]

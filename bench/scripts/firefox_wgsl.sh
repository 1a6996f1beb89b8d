#!/bin/sh
# Captures a WGSL text's dispatch of Firefox, with its module: bench/scripts/firefox_wgsl.sh TEXT.wgsl FOLDER
# SPDX-License-Identifier: Apache-2.0
#
# Needs Debian's firefox-esr, python3, mesa-vulkan-drivers and a built tree (BUILD). The text has one buffer of u32, group 0,
# binding 0, which gets 0 to 255, and an entry main. Firefox's compiler, naga, writes lines where WGPU_DEBUG is 1. FOLDER,
# which must not be there, gets the capture: module.spv, capture.txt, memory before and after. About 30 s.
set -eu
build=$(realpath "${BUILD:-build}")
text=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
[ ! -e "$2" ] || { echo "$2 is there already" >&2; exit 2; }
scratch=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$scratch"' EXIT
mkdir "$scratch/profile"
cp "$text" "$scratch/"
sed "s/TEXT/$(basename "$text")/g" "$here/firefox_wgsl.html" >"$scratch/index.html"
cat >"$scratch/profile/user.js" <<'TEXT'
user_pref("dom.webgpu.enabled", true);
user_pref("gfx.webgpu.ignore-blocklist", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
TEXT
cd "$scratch"
python3 -m http.server --bind 127.0.0.1 8123 >served 2>&1 &
server=$!
export HOME="$scratch" WGPU_DEBUG=1 VK_LAYER_PATH="$build" VK_INSTANCE_LAYERS=VK_LAYER_NBL_capture NBL_CAPTURE='dispatch 1; most 64 MiB'
export VK_DRIVER_FILES="${VK_DRIVER_FILES:-/usr/share/vulkan/icd.d/lvp_icd.x86_64.json}"
timeout 30 firefox-esr --headless --no-remote --profile profile http://127.0.0.1:8123/index.html >firefox 2>&1 || [ $? -eq 124 ]
grep nbl-capture firefox
cd - >/dev/null
cp -r "$scratch/capture/1" "$2"

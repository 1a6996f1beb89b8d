# The vcpkg port: to be copied into a registry's ports/nbl, with REF and SHA512 of the release. packages/vcpkg.sh runs it from a tree.
# SPDX-License-Identifier: Apache-2.0
vcpkg_from_github(OUT_SOURCE_PATH SOURCE_PATH REPO "${NBL_REPOSITORY}" REF "v${VERSION}" SHA512 "${NBL_SHA512}")
vcpkg_check_features(OUT_FEATURE_OPTIONS options FEATURES vulkan NBL_VULKAN)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS ${options})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/nbl)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")

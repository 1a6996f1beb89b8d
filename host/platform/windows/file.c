/* Files by Windows: no other process may open a file while it is written; its handle renames it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Names are in the code page of the C library, as fopen() takes them.
 */
#include "platform/file.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

size_t nbl_platform_folder_length(const char *path) {
    size_t length = strlen(path);
    while (length != 0 && strchr("/\\:", path[length - 1]) == NULL) length--;
    return length;
}

static int errno_of(DWORD error) {
    switch (error) {
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: return EEXIST;
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME: return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION: return EACCES;
    case ERROR_DISK_FULL: return ENOSPC;
    case ERROR_TOO_MANY_OPEN_FILES: return EMFILE;
    case ERROR_NOT_ENOUGH_MEMORY: return ENOMEM;
    default: return EIO;
    }
}

int nbl_platform_may_make_files(const char *folder) {
    DWORD attributes = GetFileAttributesA(folder);
    if (attributes == INVALID_FILE_ATTRIBUTES) return errno_of(GetLastError());
    return attributes & FILE_ATTRIBUTE_DIRECTORY ? 0 : ENOTDIR;
}

bool nbl_platform_identity(const char *path, nbl_platform_identity_t *identity) {
    BY_HANDLE_FILE_INFORMATION there;
    HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE) return false;
    bool known = GetFileInformationByHandle(file, &there) != 0;
    CloseHandle(file);
    if (known)
        *identity = (nbl_platform_identity_t){there.dwVolumeSerialNumber,
                                              (uint64_t)there.nFileIndexHigh << 32 | there.nFileIndexLow};
    return known;
}

/* Pipes have names of their own there, and are none of a folder's. */
bool nbl_platform_may_wait(const char *path) {
    const DWORD attributes = GetFileAttributesA(path);
    return strncmp(path, "\\\\.\\", 4) == 0 ||
           (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DEVICE) != 0);
}

/* Does nothing: on Windows a new file has its folder's permissions. */
void nbl_platform_keep_permissions(const char *path, int descriptor) {
    (void)path;
    (void)descriptor;
}

int nbl_platform_bring_to_disk(int descriptor) { return _commit(descriptor) == 0 || errno == EINVAL ? 0 : errno; }

void nbl_platform_error_text(int error, char *text, size_t bytes) {
    if (strerror_s(text, bytes, error) != 0) snprintf(text, bytes, "error %d", error);
}

int nbl_beside_open(const char *path, char *beside, bool *named) {
    for (int number = 0; number < NBL_BESIDE_MOST_NAMES; number++) {
        nbl_beside_name(path, beside, number);
        DeleteFileA(beside); /* fails while its writer has it open; a file that was left behind is removed */
        HANDLE file = CreateFileA(beside, GENERIC_WRITE | DELETE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
        if (file != INVALID_HANDLE_VALUE) {
            *named = true;
            return _open_osfhandle((intptr_t)file, _O_WRONLY | _O_BINARY);
        }
        DWORD error = GetLastError();
        if (error == ERROR_FILE_EXISTS || error == ERROR_SHARING_VIOLATION) continue;
        /* Windows reports a folder without permission and a file that is being deleted alike. */
        errno = errno_of(error);
        return -1;
    }
    errno = EEXIST;
    return -1;
}

/* Returns the description of a rename to `path`, freed by free(), or NULL. The path is made absolute, since Windows
 * takes a relative one from the old file's folder. */
static FILE_RENAME_INFO *rename_to(const char *path, DWORD *bytes) {
    char whole[4 * MAX_PATH];
    DWORD length = GetFullPathNameA(path, sizeof whole, whole, NULL);
    int characters = length != 0 && length < sizeof whole ? MultiByteToWideChar(CP_ACP, 0, whole, -1, NULL, 0) : 0;

    *bytes = (DWORD)(sizeof(FILE_RENAME_INFO) + (size_t)characters * sizeof(WCHAR));
    FILE_RENAME_INFO *rename = characters != 0 ? calloc(1, *bytes) : NULL;
    if (rename == NULL) return NULL;
    rename->ReplaceIfExists = TRUE;
    rename->FileNameLength = (DWORD)((size_t)(characters - 1) * sizeof(WCHAR));
    MultiByteToWideChar(CP_ACP, 0, whole, -1, rename->FileName, characters);
    return rename;
}

int nbl_beside_place(const char *path, char *beside, bool *named, int descriptor) {
    DWORD bytes;
    FILE_RENAME_INFO *rename = rename_to(path, &bytes);
    HANDLE file = (HANDLE)_get_osfhandle(descriptor);

    (void)beside;
    if (rename == NULL) return ENOMEM;
    int error = SetFileInformationByHandle(file, FileRenameInfo, rename, bytes) ? 0 : errno_of(GetLastError());
    free(rename);
    if (error == 0) *named = false;
    return error;
}

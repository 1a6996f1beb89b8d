/* Files that are whole or as they were: what is there before, meanwhile, afterwards, and after each error.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE /* mkdtemp, O_TMPFILE, flock, syscall */

#include "file/output.h"
#include "platform/file.h"
#include "tests/common/testing.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64], path[400];
static bool without_nameless_files; /* as on file systems that have none */

/* In place of the C library's. */
int open(const char *name, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, int) : 0;
    va_end(arguments);
    if (without_nameless_files && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return (int)syscall(SYS_openat, AT_FDCWD, name, flags, mode);
}

static void setup(void) {
    without_nameless_files = false;
    strcpy(folder, "/tmp/nbl-output-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
}

static unsigned files_there(void) {
    DIR *there = opendir(folder);
    unsigned count = 0;
    ck_assert_ptr_nonnull(there);
    for (const struct dirent *entry; (entry = readdir(there)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(there);
    return count;
}

static void teardown(void) {
    ck_assert_uint_le(files_there(), 1);
    unlink(path);
    ck_assert_int_eq(rmdir(folder), 0);
}

static void put(const char *text) {
    nbl_output_t output;
    ck_assert_int_eq(nbl_output_begin(&output, path), 0);
    nbl_output_write(&output, text, strlen(text));
    ck_assert_int_eq(nbl_output_end(&output), 0);
}

static void expect_text(const char *text) {
    char there[64] = "";
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    there[fread(there, 1, sizeof there - 1, file)] = '\0';
    fclose(file);
    ck_assert_str_eq(there, text);
}

START_TEST(the_old_file_stays_until_the_end) {
    nbl_output_t output;
    without_nameless_files = _i == 1;
    put("old");
    ck_assert_int_eq(nbl_output_begin(&output, path), 0);
    fputs("ne", output.stream);
    nbl_output_write(&output, "w", 1);
    fflush(output.stream);
    expect_text("old");
    ck_assert_uint_eq(files_there(), _i == 1 ? 2 : 1);
    ck_assert_int_eq(nbl_output_end(&output), 0);
    expect_text("new");
    ck_assert_uint_eq(files_there(), 1);
}
END_TEST

START_TEST(what_is_discarded_was_never_there) {
    nbl_output_t output;
    ck_assert_int_eq(nbl_output_begin(&output, path), 0);
    nbl_output_write(&output, "new", 3);
    nbl_output_discard(&output);
    ck_assert_uint_eq(files_there(), 0);
    nbl_output_discard(&output); /* nothing is open */
    put("old");
    ck_assert_int_eq(nbl_output_begin(&output, path), 0);
    nbl_output_discard(&output);
    expect_text("old");
}
END_TEST

START_TEST(two_at_once_do_not_meet) {
    nbl_output_t one, other;
    without_nameless_files = _i % 2 == 1;
    if (_i >= 2) put("old");
    ck_assert_int_eq(nbl_output_begin(&one, path), 0);
    ck_assert_int_eq(nbl_output_begin(&other, path), 0);
    nbl_output_write(&one, "one", 3);
    nbl_output_write(&other, "other", 5);
    ck_assert_int_eq(nbl_output_end(&other), 0);
    expect_text("other");
    ck_assert_int_eq(nbl_output_end(&one), 0);
    expect_text("one");
}
END_TEST

START_TEST(the_umask_decides_who_may_read) {
    struct stat there;
    without_nameless_files = _i == 1;
    umask(027);
    put("text");
    ck_assert_int_eq(stat(path, &there), 0);
    ck_assert_uint_eq(there.st_mode & 0777u, 0640);
}
END_TEST

/* What was private stays so, and what a group may write, too. */
START_TEST(a_file_that_is_replaced_keeps_its_mode) {
    static const mode_t modes[] = {0600, 0660, 0755, 0666};
    struct stat there;
    without_nameless_files = _i == 1;
    umask(022);
    put("old");
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        ck_assert_int_eq(chmod(path, modes[i]), 0);
        put("new");
        ck_assert_int_eq(stat(path, &there), 0);
        ck_assert_uint_eq(there.st_mode & 07777u, modes[i]);
    }
    expect_text("new");
}
END_TEST

/* Names of up to 255 bytes are a file system's usual limit; a suffix must not make them longer. */
START_TEST(a_name_may_be_as_long_as_there_are) {
    size_t start = strlen(folder) + 1;
    without_nameless_files = _i % 2 == 1;
    memset(path + start, 'x', 255);
    path[start + 255] = '\0';
    if (_i >= 2) put("old");
    put("new");
    expect_text("new");
    ck_assert_uint_eq(files_there(), 1);
    unlink(path);
    memset(path + start, 'x', 256);
    path[start + 256] = '\0';
    ck_assert_int_eq(nbl_output_check(path), ENAMETOOLONG);
    nbl_output_t output;
    ck_assert_int_eq(nbl_output_begin(&output, path), ENAMETOOLONG);
}
END_TEST

/* What a process was about when it was killed is gone, or is removed by the next write of the file. */
START_TEST(a_killed_process_leaves_nothing_for_long) {
    put("old");
    for (int kills = 0; kills < 3; kills++) {
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0) {
            nbl_output_t output;
            without_nameless_files = _i == 1;
            if (nbl_output_begin(&output, path) != 0) _exit(1);
            fputs("half", output.stream);
            fflush(output.stream);
            raise(SIGKILL);
        }
        int status = 0;
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        ck_assert_uint_eq(files_there(), _i == 1 ? 2 : 1); /* not one more for every kill */
        expect_text("old");
    }
    put("new");
    expect_text("new");
    without_nameless_files = _i == 1;
    put("newer");
    ck_assert_uint_eq(files_there(), 1);
}
END_TEST

static const char *use_path(const char *name) {
    static char paths[8][400];
    static unsigned next;
    char *there = paths[next++ % 8];
    snprintf(there, sizeof paths[0], "%s/%s", folder, name);
    return there;
}

static bool clash(const char *input, const char *one, const char *other) {
    const nbl_output_use_t uses[] = {
        {"INPUT", input, false}, {"--one", one, true}, {"--none", NULL, true}, {"--other", other, true}};
    size_t numbers[2];
    int found = nbl_output_clash(uses, 4, numbers);
    ck_assert(found == 0 || found == EEXIST);
    if (found) ck_assert(numbers[0] < numbers[1] && numbers[1] < 4 && numbers[1] != 2);
    return found != 0;
}

START_TEST(one_file_by_two_names_is_found) {
    put("old");
    char dotted[500];
    snprintf(dotted, sizeof dotted, "%s/../%s/file", folder, strrchr(folder, '/') + 1);
    ck_assert_int_eq(link(path, use_path("hard")), 0);
    ck_assert_int_eq(symlink("file", use_path("soft")), 0);
    ck_assert(!clash(path, use_path("a"), use_path("b")));
    ck_assert(clash(path, path, use_path("b")));
    ck_assert(clash(path, use_path("a"), path));
    ck_assert(clash(path, dotted, NULL));
    ck_assert(clash(path, use_path("hard"), NULL));
    ck_assert(clash(path, NULL, use_path("soft")));
    ck_assert(clash(NULL, use_path("a"), use_path("a")));
    snprintf(dotted, sizeof dotted, "%s/./a", folder);
    ck_assert(clash(path, use_path("a"), dotted)); /* neither is there yet */
    const nbl_output_use_t inputs[] = {{"IMAGE", path, false}, {"KERNEL", path, false}};
    size_t numbers[2];
    ck_assert_int_eq(nbl_output_clash(inputs, 2, numbers), 0);
    unlink(use_path("hard"));
    unlink(use_path("soft"));
}
END_TEST

/* Frames of a long sequence: the pair is the first in the order of the uses, however many there are. */
START_TEST(many_files_are_compared) {
    enum { FILES = 20000 };
    static char names[FILES][100];
    static nbl_output_use_t uses[FILES];
    size_t numbers[2];
    for (size_t i = 0; i < FILES; i++) {
        snprintf(names[i], sizeof names[i], "%s/%zu", folder, i);
        uses[i] = (nbl_output_use_t){"FILE", names[i], i % 2 != 0};
    }
    ck_assert_int_eq(nbl_output_clash(uses, FILES, numbers), 0);
    uses[FILES - 1].path = names[7];
    uses[5001].path = names[500];
    uses[5002].path = names[502]; /* neither is written */
    uses[9001].path = names[502]; /* the third use of it is */
    ck_assert_int_eq(nbl_output_clash(uses, FILES, numbers), EEXIST);
    ck_assert(numbers[0] == 500 && numbers[1] == 5001);
    uses[5001].path = NULL;
    ck_assert_int_eq(nbl_output_clash(uses, FILES, numbers), EEXIST);
    ck_assert(numbers[0] == 502 && numbers[1] == 9001);
    uses[9001].path = NULL;
    ck_assert_int_eq(nbl_output_clash(uses, FILES, numbers), EEXIST);
    ck_assert(numbers[0] == 7 && numbers[1] == FILES - 1);
}
END_TEST

/* A file that may not grow: what a full disk does. */
START_TEST(a_write_that_fails_leaves_the_old_file) {
    const struct rlimit little = {8192, 8192};
    static char much[1 << 20];
    nbl_output_t output;
    put("old");
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &little), 0);
    for (size_t bytes = 8193; bytes <= sizeof much;
         bytes *= 4) { /* told by a write, or when the buffer is emptied at the end */
        ck_assert_int_eq(nbl_output_begin(&output, path), 0);
        nbl_output_write(&output, much, bytes);
        nbl_output_write(&output, "more", 4);
        ck_assert_int_eq(nbl_output_end(&output), EFBIG);
        expect_text("old");
        ck_assert_uint_eq(files_there(), 1);
    }
    ck_assert_int_eq(nbl_output_begin(&output, path), 0);
    for (size_t i = 0; i < 9000; i++) putc('x', output.stream);
    ck_assert_int_ne(nbl_output_end(&output), 0);
    expect_text("old");
}
END_TEST

static void expect_refused(const char *where, int error, const char *reason) {
    char text[128];
    nbl_output_t output;
    ck_assert_int_eq(nbl_output_check(where), error);
    ck_assert_int_eq(nbl_output_begin(&output, where), error);
    ck_assert_str_eq(nbl_output_reason(error, text), reason);
    ck_assert_ptr_null(output.stream);
}

START_TEST(what_cannot_be_written_is_refused) {
    char where[128];
    expect_refused(folder, EISDIR, "is a directory");
    expect_refused("/dev/full", EINVAL, "is not a regular file");
    snprintf(where, sizeof where, "%s/none/file", folder);
    expect_refused(where, ENOENT, "cannot be written: No such file or directory");
    expect_refused("", ENOENT, "cannot be written: No such file or directory");
    put("old");
    ck_assert_int_eq(nbl_output_check(path), 0);
    if (geteuid() != 0) { /* root may write anything */
        ck_assert_int_eq(chmod(path, 0400), 0);
        expect_refused(path, EACCES, "cannot be written: Permission denied");
        ck_assert_int_eq(chmod(folder, 0500), 0);
        snprintf(where, sizeof where, "%s/other", folder);
        expect_refused(where, EACCES, "cannot be written: Permission denied");
        ck_assert_int_eq(chmod(folder, 0700), 0);
    }
    expect_text("old");
}
END_TEST

/* ---- Another user may write in the folder, and can guess the names that we take there. */

enum { PLANTED = 4 };

static void temporary_name(int number, char name[400]) {
    char beside[400];
    nbl_beside_name(path, beside, number);
    snprintf(name, 400, "%s", beside);
}

static void put_at(const char *where, const char *text) {
    FILE *file = fopen(where, "wb");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

static void expect_text_at(const char *where, const char *text) {
    char found[64] = "";
    FILE *file = fopen(where, "rb");
    ck_assert_ptr_nonnull(file);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    ck_assert_str_eq(found, text);
}

/* Links to a file of ours, a pipe and a folder at those names are not written through, waited for or followed, and a
 * link in the output's own place is replaced and not what it leads to. */
START_TEST(an_attacker_in_the_folder) {
    static const char *const kinds[PLANTED] = {"link", "dangling link", "pipe", "folder"};
    char victim[100], name[400], other[400], outside[] = "/tmp/nbl-victim-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(outside));
    snprintf(victim, sizeof victim, "%s/victim", outside);
    without_nameless_files = _i % 2 == 1;
    put_at(victim, "precious");
    for (int number = 0; number < PLANTED; number++) {
        temporary_name(number, name);
        snprintf(other, sizeof other, "%s/missing", outside);
        const int planted = number == 0   ? symlink(victim, name)
                            : number == 1 ? symlink(other, name)
                            : number == 2 ? mkfifo(name, 0666)
                                          : mkdir(name, 0777);
        ck_assert_msg(planted == 0, "%s: %s", kinds[number], strerror(errno));
    }
    if (_i / 2 == 1) ck_assert_int_eq(symlink(victim, path), 0);
    if (_i / 2 == 2) put("old");
    nbl_output_t output;
    alarm(20); /* a pipe that is waited for */
    ck_assert_int_eq(nbl_output_begin(&output, path), 0);
    nbl_output_write(&output, "new", 3);
    if (_i / 2 == 3) ck_assert_int_eq(symlink(victim, path), 0); /* while we write */
    ck_assert_int_eq(nbl_output_end(&output), 0);
    alarm(0);
    struct stat there;
    ck_assert_int_eq(lstat(path, &there), 0);
    ck_assert(S_ISREG(there.st_mode));
    expect_text("new");
    expect_text_at(victim, "precious");
    ck_assert_int_ne(access(other, F_OK), 0);
    for (int number = 0; number < PLANTED; number++) {
        temporary_name(number, name);
        if (unlink(name) != 0) rmdir(name);
    }
    unlink(victim);
    rmdir(outside);
}
END_TEST

/* All names are taken by what cannot be removed: an error, soon. */
START_TEST(an_attacker_takes_all_names) {
    char name[400], text[128];
    put("old");
    without_nameless_files = true;
    for (int number = 0; number < NBL_BESIDE_MOST_NAMES; number++) {
        temporary_name(number, name);
        ck_assert_int_eq(mkdir(name, 0777), 0);
    }
    nbl_output_t output;
    ck_assert_int_eq(nbl_output_begin(&output, path), EEXIST);
    ck_assert_str_eq(nbl_output_reason(EEXIST, text), "cannot be written: File exists");
    expect_text("old");
    for (int number = 0; number < NBL_BESIDE_MOST_NAMES; number++) {
        temporary_name(number, name);
        rmdir(name);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("output");
    TCase *tests = tcase_create("output");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, the_old_file_stays_until_the_end, 0, 2);
    tcase_add_test(tests, what_is_discarded_was_never_there);
    tcase_add_loop_test(tests, two_at_once_do_not_meet, 0, 4);
    tcase_add_loop_test(tests, the_umask_decides_who_may_read, 0, 2);
    tcase_add_loop_test(tests, a_file_that_is_replaced_keeps_its_mode, 0, 2);
    tcase_add_loop_test(tests, a_name_may_be_as_long_as_there_are, 0, 4);
    tcase_add_loop_test(tests, a_killed_process_leaves_nothing_for_long, 0, 2);
    tcase_add_test(tests, one_file_by_two_names_is_found);
    tcase_add_test(tests, many_files_are_compared);
    tcase_add_test(tests, a_write_that_fails_leaves_the_old_file);
    tcase_add_test(tests, what_cannot_be_written_is_refused);
    tcase_add_loop_test(tests, an_attacker_in_the_folder, 0, 8);
    tcase_add_test(tests, an_attacker_takes_all_names);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}

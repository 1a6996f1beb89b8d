/* tools/io/npy: arrays come back as they were written, files by others are read, and everything malformed gives its one
 * line.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/npy/npy.h"
#include "tests/common/testing.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned cases;

/* A file of any version with any dictionary, and `data_bytes` bytes 0, 1, 2 ... behind it. */
static const char *make(const char *name, int version, const char *dictionary, size_t data_bytes) {
    size_t length = strlen(dictionary), prefix = version == 1 ? 10 : 12;
    unsigned char *bytes = calloc(1, prefix + length + data_bytes + 1);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes, "\x93NUMPY", 6);
    bytes[6] = (unsigned char)version;
    bytes[8] = (unsigned char)(length & 255);
    bytes[9] = (unsigned char)(length >> 8);
    memcpy(bytes + prefix, dictionary, length);
    for (size_t i = 0; i < data_bytes; i++) bytes[prefix + length + i] = (unsigned char)(i & 63);
    const char *path = test_path(name);
    test_write_file(path, bytes, prefix + length + data_bytes);
    free(bytes);
    return path;
}

static void expect_good(const char *path, nbl_npy_type_t type, uint32_t rank, uint64_t batch, uint64_t length) {
    nbl_npy_array_t array;
    nbl_npy_error_t error;
    nbl_npy_result_t result = nbl_npy_read(path, &array, &error);
    ck_assert_msg(result == NBL_NPY_SUCCESS, "%s", error.text);
    ck_assert_msg(array.type == type && array.rank == rank && array.batch == batch && array.length == length,
                  "%s: another array", path);
    for (uint64_t i = 0; i < batch * length * (uint64_t)type; i++)
        ck_assert_uint_eq(((unsigned char *)array.data)[i], i & 63);
    nbl_npy_free(&array);
    cases++;
}

static void expect_bad(const char *path, nbl_npy_result_t wanted, const char *why) {
    nbl_npy_array_t array = {NBL_NPY_COMPLEX64, 7, 7, 7, NULL, {0}};
    nbl_npy_error_t error;
    nbl_npy_result_t result = nbl_npy_read(path, &array, &error);
    ck_assert_msg(result == wanted && strstr(error.text, why), "%s: result %d, \"%s\", not %d, \"%s\"", path,
                  (int)result, error.text, (int)wanted, why);
    ck_assert_msg(strncmp(error.text, path, strlen(path)) == 0 && !strchr(error.text, '\n'), "\"%s\"", error.text);
    ck_assert_msg(array.rank == 7 && array.data == NULL, "%s: the array was touched", path);
    ck_assert_int_eq(nbl_npy_read(path, &array, NULL), wanted);
    cases++;
}

START_TEST(round_trips) {
    test_random_t random = test_random_begin("npy");
    for (int i = 0; i < 40; i++) {
        nbl_npy_array_t array = {i & 1 ? NBL_NPY_COMPLEX64 : NBL_NPY_COMPLEX128,
                                 i & 2 ? 1u : 2u,
                                 i & 2 ? 1 : 1 + test_random_below(&random, 9),
                                 1 + test_random_below(&random, 3000),
                                 NULL,
                                 {0}};
        size_t bytes = (size_t)(array.batch * array.length * (uint64_t)array.type);
        array.data = malloc(bytes);
        for (size_t b = 0; b < bytes; b++)
            ((unsigned char *)array.data)[b] = (unsigned char)test_random_below(&random, 256);
        nbl_npy_error_t error;
        const char *path = test_path("round.npy");
        ck_assert_msg(nbl_npy_write(path, &array, &error) == NBL_NPY_SUCCESS, "%s", error.text);
        nbl_npy_array_t back;
        ck_assert_msg(nbl_npy_read(path, &back, &error) == NBL_NPY_SUCCESS, "%s", error.text);
        ck_assert(back.type == array.type && back.rank == array.rank && back.batch == array.batch &&
                  back.length == array.length);
        ck_assert_mem_eq(back.data, array.data, bytes);
        struct stat status;
        ck_assert_int_eq(stat(path, &status), 0);
        ck_assert_int_eq(status.st_size, (off_t)bytes + 128);
        ck_assert_uint_eq(status.st_mode & 0600, 0600);
        nbl_npy_free(&array);
        nbl_npy_free(&back);
    }
}
END_TEST

START_TEST(files_by_others) {
    cases = 0;
    expect_good(make("a", 1, "{'descr': '<c8', 'fortran_order': False, 'shape': (6,), }    \n", 48), NBL_NPY_COMPLEX64,
                1, 1, 6);
    expect_good(make("b", 1, "{'descr': '<c16', 'fortran_order': False, 'shape': (2, 3), }\n", 96), NBL_NPY_COMPLEX128,
                2, 2, 3);
    expect_good(make("c", 2, "{'descr': '<c8', 'fortran_order': False, 'shape': (6,)}\n", 48), NBL_NPY_COMPLEX64, 1, 1,
                6);
    expect_good(make("d", 3, "{\"shape\":(1,6),\"descr\":\"<c8\",\"fortran_order\":False}\n", 48), NBL_NPY_COMPLEX64, 2,
                1, 6);
    expect_good(make("e", 1, " { 'shape' : ( 6L , ) ,\n 'fortran_order' : False , 'descr' : '<c8' } ", 48),
                NBL_NPY_COMPLEX64, 1, 1, 6);
    ck_assert_uint_eq(cases, 5);
}
END_TEST

/* What NumPy saves of a transposed array or of one in network byte order: elements are those of C order on this
 * machine. Mutations that fail here, tried: no bytes swapped; whole complex numbers swapped in place of their parts;
 * the last dimension taken as the first in turn_to_c_order(). */
START_TEST(other_orders) {
    static const nbl_npy_type_t types[] = {NBL_NPY_COMPLEX64, NBL_NPY_COMPLEX128, NBL_NPY_FLOAT32, NBL_NPY_FLOAT64};
    static const char *const names[] = {"c8", "c16", "f4", "f8"};
    test_random_t random = test_random_begin("npy, orders");
    cases = 0;
    for (uint32_t i = 0; i < 64; i++) {
        const bool fortran = i & 1, big = i & 2;
        const uint32_t type = i / 4 % 4, rank = 1 + test_random_below(&random, 4);
        const uint32_t bytes = (uint32_t)NBL_NPY_BYTES(types[type]), scalar = type < 2 ? bytes / 2 : bytes;
        uint64_t shape[4], count = 1;
        char dictionary[160], numbers[64] = "";
        for (uint32_t d = 0; d < rank; d++) {
            shape[d] = 1 + test_random_below(&random, 5);
            count *= shape[d];
            snprintf(numbers + strlen(numbers), 8, "%u,", (unsigned)shape[d]);
        }
        snprintf(dictionary, sizeof dictionary, "{'descr': '%c%s', 'fortran_order': %s, 'shape': (%s)}\n",
                 big ? '>' : '<', names[type], fortran ? "True" : "False", numbers);
        char *wanted = malloc(count * bytes), *file = malloc(count * bytes + 200);
        const size_t head = strlen(dictionary);
        memcpy(file, "\x93NUMPY\x01\0\0\0", 10);
        file[8] = (char)head;
        memcpy(file + 10, dictionary, head);
        for (uint64_t b = 0; b < count * bytes; b++) wanted[b] = (char)test_random_below(&random, 256);
        for (uint64_t k = 0; k < count; k++) {
            uint64_t at = k, rest = k, index[4];
            for (uint32_t d = rank; d-- > 0; rest /= shape[d]) index[d] = rest % shape[d];
            if (fortran) {
                at = 0;
                for (uint32_t d = rank; d-- > 0;) at = at * shape[d] + index[d];
            }
            for (uint32_t b = 0; b < bytes; b++)
                file[10 + head + at * bytes + b] =
                    wanted[k * bytes + (big ? b / scalar * scalar + scalar - 1 - b % scalar : b)];
        }
        const char *path = test_path("order.npy");
        test_write_file(path, file, 10 + head + count * bytes);
        nbl_npy_array_t array;
        nbl_npy_error_t error;
        ck_assert_msg(nbl_npy_read(path, &array, &error) == NBL_NPY_SUCCESS, "%s", error.text);
        ck_assert(array.type == types[type] && array.rank == rank && array.batch * array.length == count);
        ck_assert_msg(memcmp(array.data, wanted, count * bytes) == 0, "%s", dictionary);
        nbl_npy_free(&array);
        free(wanted);
        free(file);
        cases++;
    }
    printf("npy: %u arrays in other orders\n", cases);
    ck_assert_uint_eq(cases, 64);
}
END_TEST

static void expect_bad_dictionary(const char *dictionary, nbl_npy_result_t wanted, const char *why) {
    expect_bad(make("bad", 1, dictionary, 64), wanted, why);
}

#define HEAD "{'descr': '<c8', 'fortran_order': False, 'shape': "

START_TEST(bad_headers) {
    cases = 0;
    expect_bad_dictionary("{'descr': '<f2', 'fortran_order': False, 'shape': (8,)}", NBL_NPY_ERROR_UNSUPPORTED,
                          "has dtype '<f2'");
    expect_bad_dictionary("{'descr': '<c32', 'fortran_order': False, 'shape': (2,)}", NBL_NPY_ERROR_UNSUPPORTED,
                          "has dtype '<c32'");
    expect_bad_dictionary("{'descr': '|O', 'fortran_order': False, 'shape': (8,)}", NBL_NPY_ERROR_UNSUPPORTED,
                          "has dtype '|O'");
    expect_bad_dictionary("{'descr': '', 'fortran_order': False, 'shape': (8,)}", NBL_NPY_ERROR_UNSUPPORTED,
                          "has dtype ''");
    expect_bad_dictionary("{'descr': '<c8\n', 'fortran_order': False, 'shape': (8,)}", NBL_NPY_ERROR_UNSUPPORTED,
                          "has dtype '<c8?'");
    expect_bad_dictionary(
        "{'descr': '<c8xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 'fortran_order': False, 'shape': (8,)}",
        NBL_NPY_ERROR_UNSUPPORTED, "has dtype");
    expect_bad_dictionary("{'descr': [('a', '<c8')], 'fortran_order': False, 'shape': (8,)}", NBL_NPY_ERROR_UNSUPPORTED,
                          "holds structures");
    expect_bad_dictionary(HEAD "(1, 1, 1, 1, 1, 1, 1, 1, 8)}", NBL_NPY_ERROR_UNSUPPORTED, "has 9 dimensions");
    expect_bad_dictionary(HEAD "(2, 0, 2)}", NBL_NPY_ERROR_UNSUPPORTED, "without elements");
    expect_bad_dictionary(HEAD "(9000000000, 9000000000, 1)}", NBL_NPY_ERROR_DAMAGED, "more than 2^64 bytes");
    expect_bad_dictionary(HEAD "()}", NBL_NPY_ERROR_UNSUPPORTED, "has 0 dimensions");
    expect_bad_dictionary(HEAD "(0,)}", NBL_NPY_ERROR_UNSUPPORTED, "without elements");
    expect_bad_dictionary(HEAD "(0, 8)}", NBL_NPY_ERROR_UNSUPPORTED, "without elements");
    expect_bad_dictionary(HEAD "(8, 0)}", NBL_NPY_ERROR_UNSUPPORTED, "without elements");
    expect_bad_dictionary(HEAD "(-8,)}", NBL_NPY_ERROR_DAMAGED, "damaged .npy header");
    expect_bad_dictionary(HEAD "(8,)", NBL_NPY_ERROR_DAMAGED, "damaged .npy header");
    expect_bad_dictionary(HEAD "(8,)} x", NBL_NPY_ERROR_DAMAGED, "damaged .npy header");
    expect_bad_dictionary(HEAD "8}", NBL_NPY_ERROR_DAMAGED, "damaged .npy header");
    expect_bad_dictionary(HEAD "(8 8)}", NBL_NPY_ERROR_DAMAGED, "damaged .npy header");
    expect_bad_dictionary("{'descr': '<c8', 'shape': (8,)}", NBL_NPY_ERROR_DAMAGED, "damaged .npy header");
    expect_bad_dictionary("{'descr': '<c8', 'fortran_order': Maybe, 'shape': (8,)}", NBL_NPY_ERROR_DAMAGED,
                          "damaged .npy header");
    expect_bad_dictionary("{'descr': '<c8, 'fortran_order': False, 'shape': (8,)}", NBL_NPY_ERROR_DAMAGED,
                          "damaged .npy header");
    expect_bad_dictionary("", NBL_NPY_ERROR_DAMAGED, "damaged .npy header");
    ck_assert_uint_eq(cases, 23);
}
END_TEST

/* Sizes whose product or whose bytes overflow, and files shorter or longer than their headers say. */
START_TEST(bad_sizes) {
    cases = 0;
    expect_bad_dictionary(HEAD "(18446744073709551616,)}", NBL_NPY_ERROR_DAMAGED, "dimension beyond 64 bits");
    expect_bad_dictionary(HEAD "(99999999999999999999999999, 2)}", NBL_NPY_ERROR_DAMAGED, "dimension beyond 64 bits");
    expect_bad_dictionary(HEAD "(2305843009213693952,)}", NBL_NPY_ERROR_DAMAGED,
                          "more than 2^64 bytes"); /* 2^61: 2^64 bytes */
    expect_bad_dictionary(HEAD "(4294967296, 4294967297)}", NBL_NPY_ERROR_DAMAGED, "more than 2^64 bytes");
    expect_bad_dictionary(HEAD "(18446744073709551615, 1)}", NBL_NPY_ERROR_DAMAGED, "more than 2^64 bytes");
    expect_bad_dictionary(HEAD "(1152921504606846976,)}", NBL_NPY_ERROR_DAMAGED,
                          "9223372036854775808 bytes of data, there are 64");
    expect_bad_dictionary(HEAD "(1000000, 32768)}", NBL_NPY_ERROR_DAMAGED, "is cut off");
    expect_bad_dictionary(HEAD "(9,)}", NBL_NPY_ERROR_DAMAGED, "72 bytes of data, there are 64");
    expect_bad_dictionary(HEAD "(7,)}", NBL_NPY_ERROR_DAMAGED, "8 bytes more than its header says");
    ck_assert_uint_eq(cases, 9);
}
END_TEST

/* Expects a result and a reason for a file of these bytes. */
static void expect_bad_bytes(const char *bytes, size_t size, nbl_npy_result_t result, const char *why) {
    test_write_file(test_path("bad"), bytes, size);
    expect_bad(test_path("bad"), result, why);
}

START_TEST(bad_files) {
    cases = 0;
    expect_bad(test_path("missing"), NBL_NPY_ERROR_FILE, "No such file");
    expect_bad(test_folder(), NBL_NPY_ERROR_FILE, "is a directory");
    expect_bad("/dev/null", NBL_NPY_ERROR_FILE, "is not a regular file");
    const char *pipe = test_path("pipe"); /* must not wait for a writer */
    ck_assert_int_eq(mkfifo(pipe, 0600), 0);
    expect_bad(pipe, NBL_NPY_ERROR_FILE, "is not a regular file");
    expect_bad_bytes("", 0, NBL_NPY_ERROR_DAMAGED, "is empty");
    expect_bad_bytes("hello, world\n", 13, NBL_NPY_ERROR_DAMAGED, "is not a .npy file");
    expect_bad_bytes("\x93NUM", 4, NBL_NPY_ERROR_DAMAGED, "is cut off in its header");
    expect_bad_bytes("PK\3\4", 4, NBL_NPY_ERROR_DAMAGED, "is not a .npy file");
    expect_bad_bytes("\x93NUMPY\0\0\2\0{}", 12, NBL_NPY_ERROR_UNSUPPORTED, "version 0.0");
    expect_bad_bytes("\x93NUMPY\4\0\2\0{}", 12, NBL_NPY_ERROR_UNSUPPORTED, "version 4.0");
    expect_bad_bytes("\x93NUMPY\1\1\2\0{}", 12, NBL_NPY_ERROR_UNSUPPORTED, "version 1.1");
    expect_bad_bytes("\x93NUMPY\1\0\xff\xff{}", 12, NBL_NPY_ERROR_DAMAGED, "is cut off in its header");
    expect_bad_bytes("\x93NUMPY\2\0\2\0", 10, NBL_NPY_ERROR_DAMAGED, "is cut off in its header");
    /* A header of 16 MiB in a sparse file that is long enough for it. */
    test_write_file(test_path("long"), "\x93NUMPY\2\0\0\0\0\1", 12);
    ck_assert_int_eq(truncate(test_path("long"), 32 << 20), 0);
    expect_bad(test_path("long"), NBL_NPY_ERROR_DAMAGED, "has a header of 16777216 bytes");
    ck_assert_uint_eq(cases, 14);
}
END_TEST

/* Every prefix of a sound file, and every one of its bytes changed, is read or refused; nothing else happens. */
START_TEST(damage) {
    const char *good = make("sound", 1, HEAD "(8,), }\n", 64);
    unsigned char bytes[256];
    FILE *file = fopen(good, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    unsigned refused = 0, read = 0;
    for (size_t cut = 0; cut < size; cut++) {
        nbl_npy_array_t array;
        test_write_file(test_path("prefix"), bytes, cut);
        ck_assert_int_ne(nbl_npy_read(test_path("prefix"), &array, NULL), NBL_NPY_SUCCESS);
    }
    for (size_t at = 0; at < size - 64; at++) {
        for (unsigned value = 0; value < 256; value += 11) {
            unsigned char kept = bytes[at];
            nbl_npy_array_t array;
            bytes[at] = (unsigned char)value;
            test_write_file(test_path("changed"), bytes, size);
            bytes[at] = kept;
            if (nbl_npy_read(test_path("changed"), &array, NULL) == NBL_NPY_SUCCESS) {
                ck_assert_uint_eq(array.batch * array.length * (uint64_t)array.type, 64);
                nbl_npy_free(&array);
                read++;
            } else {
                refused++;
            }
        }
    }
    printf("npy: %zu prefixes refused; of %u changed bytes %u refused, %u harmless\n", size, read + refused, refused,
           read);
    ck_assert_uint_gt(refused, 1500);
}
END_TEST

static void expect_unwritable(const char *path, const char *why) {
    float data[4] = {1, 2, 3, 4};
    nbl_npy_array_t array = {NBL_NPY_COMPLEX64, 1, 1, 2, data, {0}};
    nbl_npy_error_t error;
    ck_assert_int_eq(nbl_npy_write(path, &array, &error), NBL_NPY_ERROR_FILE);
    ck_assert_msg(strstr(error.text, why) && strncmp(error.text, path, strlen(path)) == 0, "\"%s\"", error.text);
}

START_TEST(unwritable) {
    expect_unwritable(test_path("no/such/folder.npy"), "No such file");
    expect_unwritable(test_folder(), "is a directory");
    expect_unwritable("/dev/full", "is not a regular file");
    expect_unwritable("", "No such file");
    if (geteuid() != 0) { /* root may write anywhere */
        expect_unwritable("/nbl.npy", "ermission denied");
        test_write_file(test_path("locked"), "x", 1);
        ck_assert_int_eq(chmod(test_path("locked"), 0400), 0);
        expect_unwritable(test_path("locked"), "ermission denied");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("npy");
    TCase *test_case = tcase_create("npy");
    tcase_set_timeout(test_case, 60);
    tcase_add_checked_fixture(test_case, NULL, test_folder_remove);
    tcase_add_test(test_case, other_orders);
    tcase_add_test(test_case, round_trips);
    tcase_add_test(test_case, files_by_others);
    tcase_add_test(test_case, bad_headers);
    tcase_add_test(test_case, bad_sizes);
    tcase_add_test(test_case, bad_files);
    tcase_add_test(test_case, damage);
    tcase_add_test(test_case, unwritable);
    suite_add_tcase(suite, test_case);
    return test_run_suite(suite);
}

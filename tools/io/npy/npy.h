/* Reads and writes complex and real arrays in NumPy's .npy files, with one line of text for what is wrong with a file.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Types are complex64, complex128, float32 and float64; arrays have 1 to 8 dimensions; format versions are 1.0 to 3.0.
 * Files of either byte order and in C or Fortran order are read, into C order in memory. Files are written little
 * endian and in C order. Nothing here prints; all functions may be called from any thread. The format:
 * numpy/lib/format.py ("NEP 1").
 */
#ifndef NBL_HOST_NPY_H
#define NBL_HOST_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum nbl_npy_result_t {
    NBL_NPY_SUCCESS = 0,
    NBL_NPY_ERROR_FILE,        /* cannot be opened, read, written or renamed */
    NBL_NPY_ERROR_DAMAGED,     /* no .npy file, or one that is cut off or contradicts itself */
    NBL_NPY_ERROR_UNSUPPORTED, /* a sound .npy file of a kind that is not read here */
    NBL_NPY_ERROR_MEMORY
} nbl_npy_result_t;

typedef struct nbl_npy_error_t {
    char text[512]; /* one line, "file: why"; empty after success */
} nbl_npy_error_t;

/* A complex element is its real part, then its imaginary part. The value's lowest byte is the bytes of an element. */
typedef enum nbl_npy_type_t {
    NBL_NPY_COMPLEX64 = 8,
    NBL_NPY_COMPLEX128 = 16,
    NBL_NPY_FLOAT32 = 0x104,
    NBL_NPY_FLOAT64 = 0x108
} nbl_npy_type_t;

#define NBL_NPY_BYTES(type) ((uint64_t)(type)&255u)
#define NBL_NPY_IS_COMPLEX(type) ((type) < 0x100)

#define NBL_NPY_MOST_RANK 8

typedef struct nbl_npy_array_t {
    nbl_npy_type_t type;
    uint32_t rank;   /* 1: shape (length,), batch is 1; 2: shape (batch, length); 3 and more: `shape` */
    uint64_t batch;  /* the product of all dimensions but the last */
    uint64_t length; /* the last dimension */
    void *data;      /* batch * length elements, row after row */
    /* a read fills it for any rank; a write uses it, but for the last, from rank 3 on */
    uint64_t shape[NBL_NPY_MOST_RANK];
} nbl_npy_array_t;

/* What a header's dictionary says. */
typedef struct nbl_npy_fields_t {
    char descr[32]; /* such as "<f4" */
    bool fortran_order;
    uint64_t shape[NBL_NPY_MOST_RANK];
    uint32_t rank;
} nbl_npy_fields_t;

/* The most bytes that a file may have before its elements: 12 of magic, version and length, and a header of 65536.
 * Chosen: NumPy reads no header of more than 10000. */
#define NBL_NPY_MOST_HEAD 65548

/* Reads a file's head: the elements' type, whatever it is, their order and their shape.
 * Errors: NBL_NPY_ERROR_DAMAGED, NBL_NPY_ERROR_UNSUPPORTED for another version, structures and more than
 * NBL_NPY_MOST_RANK dimensions, which then stand in fields->rank.
 *
 * path          stands in messages
 * bytes, known  the file's first bytes: NBL_NPY_MOST_HEAD, or all if it has fewer
 * size          of the whole file, bytes
 * fields        receives what the head says
 * offset        receives where the elements begin, in bytes from the file's beginning
 * error         may be NULL */
nbl_npy_result_t nbl_npy_read_head(const char *path, const void *bytes, size_t known, uint64_t size,
                                   nbl_npy_fields_t *fields, uint64_t *offset, nbl_npy_error_t *error);

/* Brings a file's elements into the processor's byte order and into C order.
 * Errors: NBL_NPY_ERROR_DAMAGED if there are fewer or more bytes than the shape has, NBL_NPY_ERROR_MEMORY.
 *
 * path    stands in messages
 * fields  as nbl_npy_read_head gives them
 * data    the elements, from malloc(); of a file in Fortran order *data is freed and replaced by another block
 * size    of data, bytes
 * error   may be NULL */
nbl_npy_result_t nbl_npy_arrange(const char *path, const nbl_npy_fields_t *fields, void **data, uint64_t size,
                                 nbl_npy_error_t *error);

/* Reads a file. The file's size is held against its header before anything is allocated.
 *
 * array  receives the array, to be freed by nbl_npy_free; untouched on failure
 * error  may be NULL */
nbl_npy_result_t nbl_npy_read(const char *path, nbl_npy_array_t *array, nbl_npy_error_t *error);

/* Writes a file beside its place and renames it: afterwards it is complete, or as it was before.
 *
 * array  type, rank, batch and length 1 or more, data; of rank 3 and more the shape
 * error  may be NULL */
nbl_npy_result_t nbl_npy_write(const char *path, const nbl_npy_array_t *array, nbl_npy_error_t *error);

/* Frees the data and zeroes the structure. */
void nbl_npy_free(nbl_npy_array_t *array);

#endif

/* Reads NBL_CAPTURE: which dispatches are captured, and how many bytes all captures of this process may take.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Clauses with semicolons between them. A dispatch is captured if any `dispatch` or `shader` clause names it:
 *
 *   dispatch 17       or several, 3,5,17-20: numbers in the order of submission, from 1 on, by device
 *   shader *reduce*   the name of a pipeline, a module, an entry point or a source file, with * and ?
 *   times 10          how many dispatches of what `shader` names, the first ones; default 10
 *   most 1 GiB        bytes of all captures, in memory and in files each; default 1 GiB
 *   to FOLDER         default: capture
 */
#include "layer.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static selector_t made;
static uint64_t taken, times_taken;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void say(const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "nbl-capture: %s\n", text);
}

static bool read_ranges(const char *text) {
    while (*text != '\0') {
        char *end;
        errno = 0;
        if (!isdigit((unsigned char)*text) || made.range_count == MOST_RANGES) return false;
        const uint64_t first = strtoull(text, &end, 10);
        uint64_t last = first;
        if (*end == '-') {
            if (!isdigit((unsigned char)end[1])) return false;
            last = strtoull(end + 1, &end, 10);
        }
        if (errno != 0 || first == 0 || last < first) return false;
        made.first[made.range_count] = first;
        made.last[made.range_count++] = last;
        while (*end == ' ') end++;
        if (*end == ',')
            end++;
        else if (*end != '\0')
            return false;
        while (*end == ' ') end++;
        text = end;
    }
    return made.range_count != 0;
}

static bool read_bytes(const char *text) {
    static const struct {
        const char *name;
        unsigned shift;
    } units[] = {{"", 0}, {"B", 0}, {"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"TiB", 40}};
    char *end;
    errno = 0;
    if (!isdigit((unsigned char)*text)) return false;
    const uint64_t count = strtoull(text, &end, 10);
    while (*end == ' ') end++;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(end, units[i].name) == 0 && errno == 0 && count <= UINT64_MAX >> units[i].shift) {
            made.most = count << units[i].shift;
            return true;
        }
    return false;
}

static bool read_clause(const char *word, const char *rest) {
    if (strcmp(word, "dispatch") == 0) return read_ranges(rest);
    if (strcmp(word, "most") == 0) return read_bytes(rest);
    if (strcmp(word, "shader") == 0) {
        if (*rest == '\0' || strlen(rest) >= sizeof made.patterns[0] || made.pattern_count == MOST_PATTERNS)
            return false;
        strcpy(made.patterns[made.pattern_count++], rest);
        return true;
    }
    if (strcmp(word, "to") == 0) {
        if (*rest == '\0' || strlen(rest) >= sizeof made.folder) return false;
        strcpy(made.folder, rest);
        return true;
    }
    if (strcmp(word, "times") == 0) {
        char *end;
        made.times = strtoull(rest, &end, 10);
        return isdigit((unsigned char)*rest) && *end == '\0';
    }
    return false;
}

static void read_selector(void) {
    const char *text = getenv("NBL_CAPTURE");
    char copy[4096], *after = NULL;
    made.most = (uint64_t)1 << 30;
    made.times = 10;
    strcpy(made.folder, "capture");
    if (text == NULL || *text == '\0') {
        say("NBL_CAPTURE is not set: nothing is captured; for instance NBL_CAPTURE='dispatch 17'");
        return;
    }
    if (strlen(text) >= sizeof copy) {
        say("NBL_CAPTURE: is longer than %zu bytes: nothing is captured", sizeof copy - 1u);
        return;
    }
    strcpy(copy, text);
    for (char *clause = strtok_r(copy, ";\n", &after); clause != NULL; clause = strtok_r(NULL, ";\n", &after)) {
        while (isspace((unsigned char)*clause)) clause++;
        for (size_t length = strlen(clause); length != 0 && isspace((unsigned char)clause[length - 1u]); length--)
            clause[length - 1u] = '\0';
        if (*clause == '\0') continue;
        char *rest = clause + strcspn(clause, " \t");
        if (*rest != '\0') *rest++ = '\0';
        while (isspace((unsigned char)*rest)) rest++;
        if (!read_clause(clause, rest)) {
            say("NBL_CAPTURE: '%s %s': must be 'dispatch N[-M][,...]', 'shader PATTERN', 'times N', 'most N "
                "KiB|MiB|GiB' "
                "or 'to FOLDER'; nothing is captured",
                clause, rest);
            return;
        }
    }
    if (made.range_count + made.pattern_count == 0)
        say("NBL_CAPTURE: neither 'dispatch N' nor 'shader PATTERN' is in it: nothing is captured");
    else
        made.active = true;
}

const selector_t *selector(void) {
    pthread_once(&once, read_selector);
    return &made;
}

bool selector_has_number(uint64_t number) {
    for (uint32_t i = 0; i < selector()->range_count; i++)
        if (number >= made.first[i] && number <= made.last[i]) return true;
    return false;
}

bool selector_matches(const char *name) {
    for (uint32_t i = 0; i < selector()->pattern_count; i++)
        if (name[0] != '\0' && fnmatch(made.patterns[i], name, 0) == 0) return true;
    return false;
}

bool selector_open(uint64_t next_number) {
    if (!selector()->active) return false;
    for (uint32_t i = 0; i < made.range_count; i++)
        if (next_number <= made.last[i]) return true;
    pthread_mutex_lock(&lock);
    const bool times = made.pattern_count != 0 && times_taken < made.times;
    pthread_mutex_unlock(&lock);
    return times;
}

bool selector_take(uint64_t bytes) {
    pthread_mutex_lock(&lock);
    const bool fits = bytes <= selector()->most - taken;
    if (fits) taken += bytes;
    pthread_mutex_unlock(&lock);
    return fits;
}

void selector_give(uint64_t bytes) {
    pthread_mutex_lock(&lock);
    taken -= bytes;
    pthread_mutex_unlock(&lock);
}

bool selector_take_time(void) {
    pthread_mutex_lock(&lock);
    const bool left = times_taken < selector()->times;
    times_taken += left;
    pthread_mutex_unlock(&lock);
    return left;
}

/* ---- tables: open addressing; a key of 0 is free */

static uint32_t slot_of(const table_t *table, uint64_t key) {
    uint32_t at = (uint32_t)((key * 0x9E3779B97F4A7C15u) >> 32) & (table->room - 1u);
    while (table->keys[at] != 0 && table->keys[at] != key) at = (at + 1u) & (table->room - 1u);
    return at;
}

void *table_find(const table_t *table, uint64_t key) {
    return table->room == 0 || key == 0 ? NULL : table->values[slot_of(table, key)];
}

bool table_set(table_t *table, uint64_t key, void *value) {
    if (key == 0) return false;
    if (2u * (table->count + 1u) > table->room) {
        table_t grown = {.room = table->room != 0 ? 2u * table->room : 64u};
        grown.keys = calloc(grown.room, sizeof *grown.keys);
        grown.values = calloc(grown.room, sizeof *grown.values);
        if (grown.keys == NULL || grown.values == NULL) {
            free(grown.keys);
            free(grown.values);
            return false;
        }
        for (uint32_t i = 0; i < table->room; i++)
            if (table->keys[i] != 0) {
                const uint32_t at = slot_of(&grown, table->keys[i]);
                grown.keys[at] = table->keys[i];
                grown.values[at] = table->values[i];
                grown.count++;
            }
        free(table->keys);
        free(table->values);
        *table = grown;
    }
    const uint32_t at = slot_of(table, key);
    table->count += table->keys[at] == 0;
    table->keys[at] = key;
    table->values[at] = value;
    return true;
}

void *table_remove(table_t *table, uint64_t key) {
    if (table->room == 0 || key == 0) return NULL;
    uint32_t at = slot_of(table, key);
    void *value = table->values[at];
    if (table->keys[at] == 0) return NULL;
    table->keys[at] = 0;
    table->values[at] = NULL;
    table->count--;
    for (uint32_t next = (at + 1u) & (table->room - 1u); table->keys[next] != 0;
         next = (next + 1u) & (table->room - 1u)) {
        const uint64_t moved = table->keys[next]; /* may have passed over what is free now */
        void *kept = table->values[next];
        table->keys[next] = 0;
        table->values[next] = NULL;
        const uint32_t to = slot_of(table, moved);
        table->keys[to] = moved;
        table->values[to] = kept;
    }
    return value;
}

void table_free(table_t *table) {
    free(table->keys);
    free(table->values);
    *table = (table_t){0};
}

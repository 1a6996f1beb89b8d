/* Prints findings: as text, as a compiler's messages, as JSON, or as SARIF 2.1.0 for code scanning.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-emulate.h"

#include <stdio.h>
#include <string.h>

#include "file/escape.h"
#include "nbl/version.h"

static const char *rule_of(const nbl_interpreter_finding_t *finding) {
    static const char *const rules[] = {"race", "out-of-bounds", "divergent-barrier", "undefined", "invalid-shuffle"};
    return rules[finding->issue];
}

/* Returns the number of lines at which data decides; 0 if a finding has refuted the shader anyway. */
static uint32_t undecided(const nbl_interpreter_report_t *report) {
    return report->verdict == NBL_INTERPRETER_OPEN ? report->decision_count : 0;
}

/* Returns whether the run went to its end, so that what is not written by then is not written at all. */
static bool is_whole(const nbl_interpreter_report_t *report) {
    return report->result == NBL_SUCCESS || (report->finding_count != 0 && report->message[0] == '\0');
}

static const char *verdict_text(nbl_interpreter_verdict_t verdict) {
    static const char *const texts[] = {"not asked", "proved", "proved if constants are fixed", "open", "refuted"};
    return texts[verdict];
}

/* Replaces line ends by spaces. */
static void one_line(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (*from == '\n' || (*from == ' ' && to != text && to[-1] == ' ')) {
            if (to != text && to[-1] != ' ') *to++ = ' ';
            continue;
        }
        *to++ = *from;
    }
    while (to != text && to[-1] == ' ') to--;
    *to = '\0';
}

static void print_instruction(const nbl_interpreter_t *interpreter, const nbl_interpreter_place_t *place) {
    char text[512];
    if (place->file != NULL) return;
    nbl_interpreter_instruction_text(interpreter, place->word, text, sizeof text);
    if (text[0] != '\0') printf("    word %u:%s\n", (unsigned)place->word, text);
}

/* Prints what a proof does not cover. */
static void print_limits(const nbl_interpreter_report_t *report, uint32_t invocations) {
    const uint32_t left = report->blocks - report->blocks_proved;
    if (invocations == 1 && report->workgroups == 1)
        printf("the dispatch is one invocation: it has none to race with\n");
    else if (invocations == 1)
        printf("a workgroup is one invocation here: this says nothing of shared memory and barriers\n");
    else if (report->workgroups == 1)
        printf("with more workgroups than one there may be races between them\n");
    if (left != 0)
        printf("%s reaches %u of %u basic blocks of the code: the proof is of the other %u\n",
               report->verdict == NBL_INTERPRETER_PROVED
                   ? "no input of this dispatch"
                   : "with these push constants, uniform buffers and sizes no input",
               (unsigned)left, (unsigned)report->blocks, (unsigned)report->blocks_proved);
}

static void print_verdict(const request_t *request, const nbl_interpreter_t *interpreter,
                          const nbl_interpreter_report_t *report) {
    char text[2048];
    uint32_t local[3];
    nbl_interpreter_local_size(interpreter, local);
    switch (report->verdict) {
    case NBL_INTERPRETER_PROVED:
    case NBL_INTERPRETER_PROVED_FIXED:
        print_limits(report, local[0] * local[1] * local[2]);
        printf("proved race-free for every input,");
        if (report->verdict == NBL_INTERPRETER_PROVED_FIXED) {
            printf(" if push constants, uniform buffers");
            for (uint32_t i = 0; i < request->fixed_buffers.count; i++)
                printf(", %s", request->fixed_buffers.values[i]);
            printf(" and sizes are as in this run,");
        }
        for (uint32_t i = 0; i < request->distinct.count; i++)
            printf(" if no two entries of %s are equal,", request->distinct.values[i]);
        if (report->workgroups == 1)
            printf(" the one workgroup of the dispatch");
        else
            printf(" all %llu workgroups (--groups %s)", (unsigned long long)report->workgroups,
                   request->groups != NULL ? request->groups : "2,1,1");
        if (report->subgroups_matter) printf(", subgroups of %u", (unsigned)request->subgroup_size);
        printf("\n");
        if (report->message[0] != '\0') printf("whether for others, too, is not known: %s\n", report->message);
        break;
    case NBL_INTERPRETER_OPEN:
        printf("no race in this run; not proved for every input:\n");
        for (uint32_t i = 0; i < report->decision_count; i++) {
            nbl_interpreter_decision_text(&report->decisions[i], text, sizeof text);
            printf("%s", text);
            print_instruction(interpreter, &report->decisions[i].place);
        }
        if (report->message[0] != '\0') printf("%s\n", report->message);
        break;
    default: break;
    }
}

static void print_text_findings(const nbl_interpreter_t *interpreter, const nbl_interpreter_report_t *report,
                                uint32_t first) {
    char text[4096];
    for (uint32_t i = first; i < report->finding_count; i++) {
        nbl_interpreter_finding_text(&report->findings[i], text, sizeof text);
        printf("%s", text);
        if (report->findings[i].issue == NBL_INTERPRETER_RACE)
            print_instruction(interpreter, &report->findings[i].first.place);
        print_instruction(interpreter, &report->findings[i].second.place);
    }
}

static void print_text(const request_t *request, const nbl_interpreter_t *interpreter,
                       const nbl_interpreter_report_t *report, const bound_t *bound, uint32_t first) {
    char text[1024];
    unwritten_t unwritten;
    const bool proved = report->verdict == NBL_INTERPRETER_PROVED || report->verdict == NBL_INTERPRETER_PROVED_FIXED;
    print_text_findings(interpreter, report, first);
    if (report->findings_without_room != 0)
        printf("%llu more findings did not fit into the report\n", (unsigned long long)report->findings_without_room);
    if (report->result != NBL_SUCCESS && report->finding_count == 0) return;
    print_verdict(request, interpreter, report);
    for (uint32_t i = 0; is_whole(report) && next_unwritten(interpreter, bound, &i, &unwritten);) {
        unwritten_text(&unwritten, text, sizeof text);
        printf("%s\n", text);
    }
    if (report->finding_count != 0 && report->message[0] != '\0') printf("it ended early: %s\n", report->message);
    printf("ran %llu workgroups, %llu barriers, %llu instructions, %llu accesses; %u of %u blocks",
           (unsigned long long)report->workgroups, (unsigned long long)report->barriers,
           (unsigned long long)report->instructions, (unsigned long long)report->accesses, (unsigned)report->blocks_run,
           (unsigned)report->blocks);
    if (report->blocks_run < report->blocks && proved)
        printf(", and %u in the proof\n", (unsigned)report->blocks_proved);
    else
        printf(report->blocks_run < report->blocks ? ": what did not run was not checked\n" : "\n");
}

static void print_gcc_findings(const request_t *request, const nbl_interpreter_report_t *report, uint32_t first) {
    char text[4096];
    for (uint32_t i = first; i < report->finding_count; i++) {
        const nbl_interpreter_finding_t *finding = &report->findings[i];
        const nbl_interpreter_place_t *place = &finding->second.place;
        nbl_interpreter_finding_text(finding, text, sizeof text);
        one_line(text);
        printf("%s:%u:%u: error: %s [%s]\n", place->file != NULL ? place->file : request->shader,
               (unsigned)(place->file != NULL ? place->line : 1), (unsigned)(place->column != 0 ? place->column : 1),
               text, rule_of(finding));
        if (finding->issue == NBL_INTERPRETER_RACE && finding->first.place.file != NULL)
            printf("%s:%u:%u: note: the other access\n", finding->first.place.file, (unsigned)finding->first.place.line,
                   (unsigned)(finding->first.place.column != 0 ? finding->first.place.column : 1));
    }
}

static void print_gcc(const request_t *request, const nbl_interpreter_t *interpreter,
                      const nbl_interpreter_report_t *report, const bound_t *bound, uint32_t first) {
    char text[4096];
    unwritten_t unwritten;
    print_gcc_findings(request, report, first);
    for (uint32_t i = 0; is_whole(report) && next_unwritten(interpreter, bound, &i, &unwritten);) {
        if (unwritten.missing == 0) continue;
        unwritten_text(&unwritten, text, sizeof text);
        printf("%s:1:1: error: %s [unwritten]\n", request->shader, text);
    }
    for (uint32_t i = 0; i < undecided(report); i++) {
        const nbl_interpreter_decision_t *each = &report->decisions[i];
        nbl_interpreter_decision_text(each, text, sizeof text);
        one_line(text);
        printf("%s:%u:%u: note: %s [open]\n", each->place.file != NULL ? each->place.file : request->shader,
               (unsigned)(each->place.file != NULL ? each->place.line : 1),
               (unsigned)(each->place.column != 0 ? each->place.column : 1), text);
    }
}

/* ---- JSON */

static void print_string(const char *text) {
    char piece[NBL_ESCAPE_BYTES];
    putchar('"');
    while (*text != '\0') {
        text += nbl_escape_json(text, piece);
        fputs(piece, stdout);
    }
    putchar('"');
}

static void print_place(const char *key, const nbl_interpreter_place_t *place) {
    printf("\"%s\":{\"file\":", key);
    print_string(place->file != NULL ? place->file : "");
    printf(",\"line\":%u,\"column\":%u,\"word\":%u,\"function\":", (unsigned)place->line, (unsigned)place->column,
           (unsigned)place->word);
    print_string(place->function != NULL ? place->function : "");
    putchar('}');
}

static void print_json(const nbl_interpreter_t *interpreter, const nbl_interpreter_report_t *report,
                       const bound_t *bound) {
    char text[4096];
    unwritten_t unwritten;
    printf("{\"result\":");
    print_string(nbl_result_text(report->result));
    printf(",\"verdict\":");
    print_string(verdict_text(report->verdict));
    printf(",\"workgroups\":%llu,\"barriers\":%llu,\"instructions\":%llu,\"accesses\":%llu,\"blocks\":%u,"
           "\"blocks_run\":%u,\"blocks_proved\":%u,\"findings\":[",
           (unsigned long long)report->workgroups, (unsigned long long)report->barriers,
           (unsigned long long)report->instructions, (unsigned long long)report->accesses, (unsigned)report->blocks,
           (unsigned)report->blocks_run, (unsigned)report->blocks_proved);
    for (uint32_t i = 0; i < report->finding_count; i++) {
        const nbl_interpreter_finding_t *finding = &report->findings[i];
        printf("%s{\"rule\":\"%s\",\"element\":", i != 0 ? "," : "", rule_of(finding));
        print_string(finding->element);
        printf(",\"count\":%llu,", (unsigned long long)finding->count);
        if (finding->issue == NBL_INTERPRETER_RACE) {
            print_place("first", &finding->first.place);
            putchar(',');
        }
        print_place("second", &finding->second.place);
        nbl_interpreter_finding_text(finding, text, sizeof text);
        printf(",\"text\":");
        print_string(text);
        putchar('}');
    }
    printf("],\"undecided\":[");
    for (uint32_t i = 0; i < undecided(report); i++) {
        printf("%s{", i != 0 ? "," : "");
        print_place("place", &report->decisions[i].place);
        nbl_interpreter_decision_text(&report->decisions[i], text, sizeof text);
        printf(",\"text\":");
        print_string(text);
        putchar('}');
    }
    printf("],\"expected\":[");
    for (uint32_t i = 0, count = 0; is_whole(report) && next_unwritten(interpreter, bound, &i, &unwritten); count++) {
        printf("%s{\"set\":%u,\"binding\":%u,\"element\":%u,\"elements\":%llu,\"not_written\":%llu,\"first\":",
               count != 0 ? "," : "", (unsigned)unwritten.binding->set, (unsigned)unwritten.binding->binding,
               (unsigned)unwritten.binding->element, (unsigned long long)unwritten.elements,
               (unsigned long long)unwritten.missing);
        print_string(unwritten.first);
        putchar('}');
    }
    printf("]}\n");
}

/* Prints a path as SARIF's artifact locations are written: as a URI; a relative path stays relative. */
static void print_uri(const char *path) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    printf(path[0] == '/' ? "\"file://" : "\"");
    for (; *path != '\0'; path++)
        if (strchr(plain, *path) != NULL)
            putchar(*path);
        else
            printf("%%%02X", (unsigned)(unsigned char)*path);
    putchar('"');
}

static void print_location(const request_t *request, const nbl_interpreter_place_t *place) {
    printf("{\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
    print_uri(place->file != NULL ? place->file : request->shader);
    printf("},\"region\":{\"startLine\":%u}}}", (unsigned)(place->file != NULL && place->line != 0 ? place->line : 1));
}

static void print_sarif(const request_t *request, const nbl_interpreter_t *interpreter,
                        const nbl_interpreter_report_t *report, const bound_t *bound) {
    char text[4096];
    unwritten_t unwritten;
    uint32_t results = report->finding_count + undecided(report);
    printf("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{"
           "\"driver\":{\"name\":\"nbl-emulate\",\"version\":\"%d.%d.%d\",\"rules\":[{\"id\":\"race\"},"
           "{\"id\":\"out-of-bounds\"},{\"id\":\"divergent-barrier\"},{\"id\":\"undefined\"},{\"id\":"
           "\"invalid-shuffle\"},{\"id\":\"open\"},{\"id\":\"unwritten\"}]}},\"results\":[",
           NBL_VERSION_MAJOR, NBL_VERSION_MINOR, NBL_VERSION_PATCH);
    for (uint32_t i = 0; i < report->finding_count; i++) {
        const nbl_interpreter_finding_t *finding = &report->findings[i];
        nbl_interpreter_finding_text(finding, text, sizeof text);
        one_line(text);
        printf("%s{\"ruleId\":\"%s\",\"level\":\"error\",\"message\":{\"text\":", i != 0 ? "," : "", rule_of(finding));
        print_string(text);
        printf("},\"locations\":[");
        print_location(request, &finding->second.place);
        printf("]");
        if (finding->issue == NBL_INTERPRETER_RACE) {
            printf(",\"relatedLocations\":[");
            print_location(request, &finding->first.place);
            printf("]");
        }
        printf("}");
    }
    for (uint32_t i = 0; i < undecided(report); i++) {
        nbl_interpreter_decision_text(&report->decisions[i], text, sizeof text);
        one_line(text);
        printf("%s{\"ruleId\":\"open\",\"level\":\"note\",\"message\":{\"text\":",
               i != 0 || report->finding_count != 0 ? "," : "");
        print_string(text);
        printf("},\"locations\":[");
        print_location(request, &report->decisions[i].place);
        printf("]}");
    }
    for (uint32_t i = 0; is_whole(report) && next_unwritten(interpreter, bound, &i, &unwritten);) {
        if (unwritten.missing == 0) continue;
        unwritten_text(&unwritten, text, sizeof text);
        printf("%s{\"ruleId\":\"unwritten\",\"level\":\"error\",\"message\":{\"text\":", results++ != 0 ? "," : "");
        print_string(text);
        printf("},\"locations\":[");
        print_location(request, &(nbl_interpreter_place_t){.file = NULL});
        printf("]}");
    }
    printf("]}]}\n");
}

void print_report(const request_t *request, const nbl_interpreter_t *interpreter,
                  const nbl_interpreter_report_t *report, const bound_t *bound, uint32_t first) {
    switch ((format_t)request->format) {
    case FORMAT_GCC: print_gcc(request, interpreter, report, bound, first); break;
    case FORMAT_JSON: print_json(interpreter, report, bound); break;
    case FORMAT_SARIF: print_sarif(request, interpreter, report, bound); break;
    default: print_text(request, interpreter, report, bound, first); break;
    }
}

void print_findings_from(const request_t *request, const nbl_interpreter_t *interpreter,
                         const nbl_interpreter_report_t *report, uint32_t first) {
    if (request->format == FORMAT_GCC)
        print_gcc_findings(request, report, first);
    else
        print_text_findings(interpreter, report, first);
}

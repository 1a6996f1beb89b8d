/* Runs operations on images and samplers: texels of four 32-bit components, levels, address modes, comparisons.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A store rounds to the image's format of 8 or 16 bits, as a device does, if the module names the format.
 */
#include "interpreter/machine.h"

#include <math.h>
#include <spirv/unified1/spirv.h>
#include <string.h>

static uint32_t part(const nbl_machine_t *m, const nbl_op_t *op, uint32_t index) {
    return m->program->lists[op->list + index];
}

static uint32_t dimensions_of(const nbl_type_t *type) {
    static const uint8_t of[] = {1, 2, 3, 3, 2, 1};
    const uint32_t count = of[type->dim] + (type->arrayed != 0 && type->dim != SpvDimCube);
    return count > 3 ? 3 : count;
}

/* A level: its texels along each dimension, among them its layers, and the number of its first texel. */
typedef struct level_t {
    uint32_t size[3];
    uint64_t first;
} level_t;

static level_t level_of(const nbl_type_t *type, const nbl_object_t *object, uint32_t level) {
    static const uint8_t shrinking[] = {1, 2, 3, 2, 2, 1};
    level_t made = {{object->width, object->height, object->depth}, 0};
    for (uint32_t l = 0; l < level; l++) {
        made.first += (uint64_t)made.size[0] * made.size[1] * made.size[2];
        for (uint32_t k = 0; k < shrinking[type->dim]; k++) made.size[k] = made.size[k] > 1 ? made.size[k] / 2u : 1u;
    }
    return made;
}

uint64_t nbl_image_texels(const nbl_type_t *type, const nbl_object_t *object) {
    if (type->kind == NBL_TYPE_SAMPLED_IMAGE) type = type->element;
    const level_t beyond = type->kind == NBL_TYPE_IMAGE && type->dim <= SpvDimBuffer
                               ? level_of(type, object, object->levels)
                               : (level_t){{0, 0, 0}, (uint64_t)object->width * object->height * object->depth};
    return beyond.first;
}

/* Returns the number of a texel of a level; NBL_NONE: outside of it. */
static uint64_t texel_in(const level_t *level, const int64_t at[3]) {
    for (int k = 0; k < 3; k++)
        if (at[k] < 0 || at[k] >= level->size[k]) return NBL_NONE;
    return level->first + ((uint64_t)at[2] * level->size[1] + (uint64_t)at[1]) * level->size[0] + (uint64_t)at[0];
}

/* Returns the number of a texel of the first level; NBL_NONE: outside of it. */
static uint64_t texel_at(const nbl_object_t *object, const int64_t at[3]) {
    if (at[0] < 0 || at[1] < 0 || at[2] < 0 || at[0] >= object->width || at[1] >= object->height ||
        at[2] >= object->depth)
        return NBL_NONE;
    return ((uint64_t)at[2] * object->height + (uint64_t)at[1]) * object->width + (uint64_t)at[0];
}

static float single(uint32_t bits) {
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}

static uint32_t rounded(uint32_t format, uint32_t bits) {
    float value = single(bits);
    const float clamped = value != value || value < 0.0f ? 0.0f : value > 1.0f ? 1.0f : value;
    const float both = value != value ? 0.0f : value < -1.0f ? -1.0f : value > 1.0f ? 1.0f : value;
    switch (format) {
    case SpvImageFormatRgba8:
    case SpvImageFormatRg8:
    case SpvImageFormatR8: return bits_of(rintf(clamped * 255.0f) / 255.0f);
    case SpvImageFormatRgba16:
    case SpvImageFormatRg16:
    case SpvImageFormatR16: return bits_of(rintf(clamped * 65535.0f) / 65535.0f);
    case SpvImageFormatRgba8Snorm:
    case SpvImageFormatRg8Snorm:
    case SpvImageFormatR8Snorm: return bits_of(rintf(both * 127.0f) / 127.0f);
    case SpvImageFormatRgba16f:
    case SpvImageFormatRg16f:
    case SpvImageFormatR16f: return bits_of(nbl_half_to_float(nbl_half_from_float(value)));
    case SpvImageFormatRgba8ui:
    case SpvImageFormatRg8ui:
    case SpvImageFormatR8ui: return bits & 0xFFu;
    case SpvImageFormatRgba16ui:
    case SpvImageFormatRg16ui:
    case SpvImageFormatR16ui: return bits & 0xFFFFu;
    case SpvImageFormatRgba8i:
    case SpvImageFormatRg8i:
    case SpvImageFormatR8i: return (uint32_t)(int32_t)(int8_t)bits;
    case SpvImageFormatRgba16i:
    case SpvImageFormatRg16i:
    case SpvImageFormatR16i: return (uint32_t)(int32_t)(int16_t)bits;
    default: return bits;
    }
}

static uint32_t components_of(uint32_t format) {
    switch (format) {
    case SpvImageFormatR32f:
    case SpvImageFormatR16f:
    case SpvImageFormatR8:
    case SpvImageFormatR16:
    case SpvImageFormatR8Snorm:
    case SpvImageFormatR32i:
    case SpvImageFormatR16i:
    case SpvImageFormatR8i:
    case SpvImageFormatR32ui:
    case SpvImageFormatR16ui:
    case SpvImageFormatR8ui: return 1;
    case SpvImageFormatRg32f:
    case SpvImageFormatRg16f:
    case SpvImageFormatRg16:
    case SpvImageFormatRg8:
    case SpvImageFormatRg8Snorm:
    case SpvImageFormatRg32i:
    case SpvImageFormatRg16i:
    case SpvImageFormatRg8i:
    case SpvImageFormatRg32ui:
    case SpvImageFormatRg16ui:
    case SpvImageFormatRg8ui: return 2;
    default: return 4;
    }
}

int nbl_image_rounds(const nbl_op_t *op) {
    const uint32_t format = op->type->format;
    return op->type->element->kind == NBL_TYPE_FLOAT && format != SpvImageFormatRgba32f &&
           format != SpvImageFormatRg32f && format != SpvImageFormatR32f;
}

typedef struct place_t {
    nbl_machine_t *m;
    nbl_wave_t *w;
    const nbl_op_t *op;
    const nbl_frame_t *frame;
    nbl_object_t *object;
    uint32_t lane, site, dimensions;
    int checked;
} place_t;

static void check_texel(const place_t *p, uint64_t texel, uint32_t kind) {
    if (!p->checked) return;
    if (p->m->held != NULL) { /* an image's number stands for its address */
        const uint64_t image = (uint64_t)(p->object - p->m->objects);
        nbl_hold_access(p->m, p->w, p->op, image << NBL_ADDRESS_SHIFT | texel * 16u, p->lane);
    }
    nbl_race_access(p->m, p->w->group, p->object, texel * 16u, 4, kind, p->w->first + p->lane, p->site, NULL);
}

static void read_texel(const place_t *p, uint64_t texel, uint32_t out[4]) {
    memset(out, 0, 16);
    if (texel == NBL_NONE || p->object->data == NULL || texel * 16u + 16u > p->object->bytes) return;
    check_texel(p, texel, NBL_ACCESS_READ);
    memcpy(out, p->object->data + texel * 16u, 16);
}

/* Finds a lane's integer coordinates, the offset added. */
static void integer_coordinates(const place_t *p, int64_t at[3]) {
    at[0] = at[1] = at[2] = 0;
    for (uint32_t k = 0; k < p->op->list_count && k < p->dimensions; k++) {
        at[k] = (int32_t)(uint32_t)nbl_row_lane(p->m, p->w, part(p->m, p->op, k), p->lane);
        if (k < p->op->order)
            at[k] += (int32_t)(uint32_t)nbl_row_lane(p->m, p->w, part(p->m, p->op, p->op->list_count + k), p->lane);
    }
}

static int64_t clamped(double value, uint32_t count) {
    if (!(value > 0)) return 0;
    return value >= count ? (int64_t)count - 1 : (int64_t)value;
}

/* Finds the face of a cube that a direction meets, as a layer, and the coordinates on it. */
static void onto_face(const float direction[3], double *s, double *t, double *face) {
    const float x = direction[0], y = direction[1], z = direction[2];
    const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    double major, sc, tc;
    if (ax >= ay && ax >= az) {
        *face = x < 0;
        major = ax, sc = x < 0 ? z : -z, tc = -y;
    } else if (ay >= az) {
        *face = 2 + (y < 0);
        major = ay, sc = x, tc = y < 0 ? -z : z;
    } else {
        *face = 4 + (z < 0);
        major = az, sc = z < 0 ? -x : x, tc = -y;
    }
    *s = major > 0 ? (sc / major + 1) / 2 : 0.5;
    *t = major > 0 ? (tc / major + 1) / 2 : 0.5;
}

/* Returns the sampler of an image: its own, or the separate one whose number is in the low bits of the handle. */
static const nbl_interpreter_sampler_t *sampler_of(const place_t *p) {
    const uint64_t low = NBL_ADDRESS_BYTE(nbl_row_lane(p->m, p->w, p->op->a, p->lane));
    const uint32_t number = (uint32_t)low & 0x3FFFFFu;
    if (low != 0 && number < p->m->program->object_count && p->m->objects[number].kind == NBL_OBJECT_SAMPLER)
        return p->m->objects[number].sampler;
    return p->object->sampler;
}

enum { REPEAT, MIRRORED_REPEAT, CLAMP_TO_EDGE, CLAMP_TO_BORDER, MIRROR_CLAMP };

static int64_t mirrored(int64_t at) { return at >= 0 ? at : -1 - at; }

/* Returns the coordinate that a sampler's address mode makes of one beyond the edge; -1: the border. */
static int64_t wrapped(int64_t at, int64_t size, uint32_t mode) {
    int64_t rest;
    switch (mode) {
    case REPEAT: rest = at % size; return rest < 0 ? rest + size : rest;
    case MIRRORED_REPEAT:
        rest = at % (2 * size);
        if (rest < 0) rest += 2 * size;
        return size - 1 - mirrored(rest - size);
    case CLAMP_TO_BORDER: return at < 0 || at >= size ? -1 : at;
    case MIRROR_CLAMP: at = mirrored(at); break;
    default: break;
    }
    return at < 0 ? 0 : at >= size ? size - 1 : at;
}

static int compares(uint32_t compare, float reference, float texel) {
    switch (compare) {
    case 0: return 0;
    case 1: return reference < texel;
    case 2: return reference == texel;
    case 4: return reference > texel;
    case 5: return reference != texel;
    case 6: return reference >= texel;
    case 7: return 1;
    default: return reference <= texel;
    }
}

/* One level. at: coordinates, with the face of a cube behind them; linear: between texels */
static void sample_level(const place_t *p, const nbl_interpreter_sampler_t *by, const double at[3], uint32_t number,
                         int linear, int gathers, uint32_t out[4]) {
    const level_t level = level_of(p->op->type, p->object, number);
    const int cube = p->op->type->dim == SpvDimCube;
    const uint32_t axes = p->dimensions - (p->op->type->arrayed != 0 && !cube);
    int64_t low[3], corner[3];
    double weight[3] = {0, 0, 0};
    for (uint32_t k = 0; k < 3; k++) {
        if (k >= axes || (cube && k == 2)) { /* a layer */
            low[k] = clamped(rint(k < p->dimensions ? at[k] : 0), level.size[k]);
            continue;
        }
        double texel = at[k] * (by != NULL && by->unnormalized ? 1 : level.size[k]) - 0.5;
        if (k < p->op->order)
            texel += (int32_t)(uint32_t)nbl_row_lane(p->m, p->w, part(p->m, p->op, p->op->list_count + k), p->lane);
        if (!(texel > -1e9 && texel < 1e9)) texel = 0;
        if (!linear) texel = floor(texel + 0.5);
        low[k] = (int64_t)floor(texel);
        weight[k] = texel - floor(texel);
    }
    static const uint8_t order[4] = {2, 3, 1, 0}; /* of a gather's components: texels (0,1), (1,1), (1,0), (0,0) */
    double sum[4] = {0, 0, 0, 0};
    const uint32_t corners = 1u << (axes > 3 ? 3 : axes);
    memset(out, 0, 16);
    for (uint32_t c = 0; c < corners; c++) {
        double share = 1;
        uint32_t texel[4];
        int outside = 0;
        for (uint32_t k = 0; k < 3; k++) {
            const int moves = k < axes && !(cube && k == 2), far = moves && (c >> k & 1u);
            corner[k] =
                wrapped(low[k] + far, level.size[k], moves && by != NULL && !cube ? by->address[k] : CLAMP_TO_EDGE);
            outside |= corner[k] < 0;
            if (moves) share *= far ? weight[k] : 1 - weight[k];
        }
        if (share == 0 && !gathers) continue;
        if (outside)
            memcpy(texel, by->border, sizeof texel);
        else
            read_texel(p, texel_in(&level, corner), texel);
        if (p->op->c != NBL_NONE) { /* the operation compares with a depth */
            const float reference = single((uint32_t)nbl_row_lane(p->m, p->w, p->op->c, p->lane));
            texel[0] = bits_of(
                compares(by != NULL && by->compares ? by->compare : 3u, reference, single(texel[0])) ? 1.0f : 0.0f);
        }
        if (gathers) {
            if (c < 4)
                for (uint32_t k = 0; k < 4; k++)
                    if (order[k] == c) out[k] = texel[p->op->immediate & 3u];
            continue;
        }
        if (p->op->type->element->kind != NBL_TYPE_FLOAT) {
            if (share >= 1.0 / corners) memcpy(out, texel, 16);
            continue;
        }
        for (uint32_t k = 0; k < 4; k++) sum[k] += share * single(texel[k]);
    }
    if (!gathers && p->op->type->element->kind == NBL_TYPE_FLOAT)
        for (uint32_t k = 0; k < 4; k++) out[k] = bits_of((float)sum[k]);
}

static void sample(const place_t *p, uint32_t out[4], int gathers) {
    const nbl_object_t *o = p->object;
    const nbl_interpreter_sampler_t *by = sampler_of(p);
    const float last = (float)(o->levels - 1u);
    float in[4] = {0, 0, 0, 0}, lod = 0;
    double at[3] = {0, 0, 0};

    for (uint32_t k = 0; k < p->op->list_count && k < 4; k++)
        in[k] = single((uint32_t)nbl_row_lane(p->m, p->w, part(p->m, p->op, k), p->lane));
    if (p->op->type->dim == SpvDimCube)
        onto_face(in, &at[0], &at[1], &at[2]);
    else
        for (uint32_t k = 0; k < 3; k++) at[k] = in[k];
    if (p->op->b != NBL_NONE && !gathers) lod = single((uint32_t)nbl_row_lane(p->m, p->w, p->op->b, p->lane));
    if (by == NULL) {
        sample_level(p, NULL, at, 0, !o->nearest || gathers, gathers, out);
        return;
    }
    lod += by->bias;
    if (!(lod >= by->least_lod)) lod = by->least_lod;
    if (lod > by->greatest_lod) lod = by->greatest_lod;
    const int linear = gathers || (lod <= 0 ? by->magnified_linear : by->minified_linear);
    if (lod < 0 || gathers) lod = 0;
    if (lod > last) lod = last;
    if (!by->levels_linear || lod == floorf(lod)) {
        sample_level(p, by, at, (uint32_t)fmaxf(ceilf(lod + 0.5f) - 1.0f, 0.0f), linear, gathers, out);
        return;
    }
    uint32_t both[2][4];
    const uint32_t nearer = (uint32_t)lod;
    const double share = (double)lod - nearer;
    for (uint32_t n = 0; n < 2; n++) sample_level(p, by, at, nearer + n, linear, 0, both[n]);
    for (uint32_t k = 0; k < 4; k++)
        out[k] = p->op->type->element->kind == NBL_TYPE_FLOAT
                     ? bits_of((float)((1 - share) * single(both[0][k]) + share * single(both[1][k])))
                     : both[0][k];
}

/* Returns the level that a fetch or a query of size names; 0 if it names none. */
static uint32_t chosen_level(const place_t *p) {
    const int64_t level = p->op->b != NBL_NONE ? (int32_t)(uint32_t)nbl_row_lane(p->m, p->w, p->op->b, p->lane) : 0;
    return level < 0 || level >= p->object->levels ? p->object->levels : (uint32_t)level;
}

static void write_texel(const place_t *p) {
    int64_t at[3];
    integer_coordinates(p, at);
    const uint64_t texel = texel_at(p->object, at);
    if (texel == NBL_NONE || p->object->data == NULL || texel * 16u + 16u > p->object->bytes)
        return; /* out of the image: nothing is stored, as on devices */
    check_texel(p, texel, NBL_ACCESS_WRITE);
    uint32_t out[4] = {0, 0, 0, p->op->type->element->kind == NBL_TYPE_FLOAT ? 0x3F800000u : 1u};
    const uint32_t kept = components_of(p->op->type->format);
    for (uint32_t k = 0; k < p->op->result_count && k < kept; k++) {
        const uint32_t row = p->m->program->lists[p->op->results + k];
        out[k] = rounded(p->op->type->format, (uint32_t)nbl_row_lane(p->m, p->w, row, p->lane));
        if ((nbl_row_flag(p->w, row, p->lane) & NBL_FLAG_UNDEFINED) && p->m->checks && !p->m->proves)
            nbl_report_issue(p->m, p->w, p->op, NBL_INTERPRETER_UNDEFINED, p->lane,
                             p->m->program->globals[p->object->global].name, "an undefined value leaves the shader");
    }
    memcpy(p->object->data + texel * 16u, out, 16);
    if (p->m->trace != NULL) nbl_trace_texel(p->m, p->w, p->op, p->object, texel, p->lane);
}

static void query(const place_t *p, uint32_t out[4]) {
    const uint32_t chosen = chosen_level(p);
    const level_t level = level_of(p->op->type, p->object, chosen < p->object->levels ? chosen : 0);
    const uint32_t layers = p->op->type->dim == SpvDimCube ? level.size[2] / 6u : level.size[2];
    memset(out, 0, 16);
    if (p->op->form != NBL_IMAGE_SIZE) {
        out[0] = p->op->form == NBL_IMAGE_LEVELS ? p->object->levels : 1;
        return;
    }
    if (p->op->b != NBL_NONE && chosen == p->object->levels) return;
    out[0] = level.size[0];
    out[1] = (p->op->type->dim == SpvDim1D || p->op->type->dim == SpvDimBuffer) && level.size[1] == 1 ? layers
                                                                                                      : level.size[1];
    out[2] = p->op->type->dim == SpvDimCube && layers == 0 ? 1 : layers;
}

/* Returns whether a lane's texel lies beyond the image, so that nothing is accessed in this run; a larger image would
 * have it. */
static int is_beyond(place_t p) {
    const nbl_op_t *op = p.op;
    if (op->form != NBL_IMAGE_READ && op->form != NBL_IMAGE_WRITE) return 0;
    for (p.lane = 0; p.lane < p.w->lanes; p.lane++) {
        int64_t at[3];
        if (!p.frame->mask[p.lane]) continue;
        const nbl_object_t *object = nbl_object_at(p.m, p.w->group, nbl_row_lane(p.m, p.w, op->a, p.lane));
        integer_coordinates(&p, at);
        if (object != NULL && at[0] >= 0 && at[1] >= 0 && at[2] >= 0 && texel_at(object, at) == NBL_NONE) return 1;
    }
    return 0;
}

void nbl_execute_image(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const int queries = op->form >= NBL_IMAGE_SIZE, writes = op->form == NBL_IMAGE_WRITE;
    place_t p = {.m = m, .w = w, .op = op, .frame = frame, .dimensions = dimensions_of(op->type)};
    uint64_t *made[4] = {w->scratch[0], w->scratch[1], w->scratch[2], w->scratch[3]};
    uint8_t address_flags = 0;

    p.site = m->checks ? nbl_race_site(m, w, op) : 0;
    for (uint32_t k = 0; k < op->list_count; k++) address_flags |= nbl_row_any_flags(w, part(m, op, k), frame->mask);
    const uint8_t image_flags = nbl_row_any_flags(w, op->a, frame->mask);
    if (m->proves && !queries)
        nbl_prove_texels(m, w, op, writes ? NBL_ACCESS_WRITE : NBL_ACCESS_READ,
                         is_beyond(p) ? address_flags | NBL_FLAG_CONSTANTS : address_flags);
    for (uint32_t i = 0; i < w->lanes; i++) {
        uint32_t out[4] = {0, 0, 0, 0};
        int64_t at[3];
        if (frame->mask[i]) {
            p.lane = i;
            p.object = nbl_object_at(m, w->group, nbl_row_lane(m, w, op->a, i));
            if (p.object == NULL || p.object->kind != NBL_OBJECT_IMAGE) {
                const uint64_t handle = nbl_row_lane(m, w, op->a, i);
                if (!m->proves && handle >= NBL_ADDRESS_UNBOUND && handle < NBL_ADDRESS_OUTSIDE)
                    nbl_tell_unbound(m, op, "no image is bound for index %u", (unsigned)(uint32_t)handle);
                if (m->checks && !m->proves)
                    nbl_report_issue(m, w, op, NBL_INTERPRETER_OUT_OF_BOUNDS, i, "", "an image that is not there");
            } else {
                p.checked = m->checks && p.object->written;
                if (writes) {
                    write_texel(&p);
                } else if (queries) {
                    query(&p, out);
                } else if (op->form == NBL_IMAGE_SAMPLE || op->form == NBL_IMAGE_GATHER) {
                    sample(&p, out, op->form == NBL_IMAGE_GATHER);
                } else {
                    const uint32_t chosen = op->form == NBL_IMAGE_FETCH ? chosen_level(&p) : 0;
                    const level_t level = level_of(op->type, p.object, chosen);
                    integer_coordinates(&p, at);
                    const uint64_t texel = chosen < p.object->levels ? texel_in(&level, at) : NBL_NONE;
                    read_texel(&p, texel, out);
                    if (m->trace != NULL && texel != NBL_NONE) nbl_trace_texel(m, w, op, p.object, texel, i);
                }
            }
        }
        for (uint32_t k = 0; k < 4; k++) ((uint32_t *)made[k])[i] = out[k];
    }
    m->report->accesses += queries ? 0 : frame->active;
    for (uint32_t k = 0; !writes && k < op->result_count; k++) {
        const uint32_t row = m->program->lists[op->results + k];
        const int whole = !m->program->registers[row].escapes || nbl_wave_whole(frame);
        nbl_row_set_lanes(m, w, row, made[k], frame->mask, whole);
        nbl_row_set_flags(m, w, row, (queries ? NBL_FLAG_CONSTANTS : NBL_FLAG_DATA | address_flags) | image_flags,
                          frame->mask, whole);
    }
}

void nbl_execute_texel(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const int whole = !m->program->registers[op->result].escapes || nbl_wave_whole(frame);
    place_t p = {.m = m, .w = w, .op = op, .frame = frame, .dimensions = dimensions_of(op->type)};
    uint64_t *made = w->scratch[2];
    for (uint32_t i = 0; i < w->lanes; i++) {
        int64_t at[3];
        p.lane = i;
        const uint64_t handle = nbl_row_lane(m, w, op->a, i);
        p.object = nbl_object_at(m, w->group, handle);
        integer_coordinates(&p, at);
        const uint64_t texel = p.object != NULL ? texel_at(p.object, at) : NBL_NONE;
        const uint8_t of_image = nbl_row_flag(w, op->a, i);
        w->scratch_flags[i] = of_image & m->deciding ? of_image | NBL_FLAG_OBJECT : of_image;
        for (uint32_t k = 0; k < op->list_count; k++)
            w->scratch_flags[i] |= nbl_row_flag(w, part(m, op, k), i) & ~NBL_FLAG_OBJECT;
        made[i] = texel == NBL_NONE ? NBL_ADDRESS_OUTSIDE | (uint32_t)at[0]
                                    : (handle & ~(((uint64_t)1 << NBL_ADDRESS_SHIFT) - 1u)) + texel * 16u;
    }
    nbl_row_set_lanes(m, w, op->result, made, frame->mask, whole);
    nbl_row_set_flag_lanes(m, w, op->result, w->scratch_flags, frame->mask, whole);
}

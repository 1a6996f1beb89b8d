/* What an EXR file holds beside the image that was read, in the file that is written: read by OpenEXRCore, which shares
 * no code with the classes that wrote it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that fail here: encode() without the rest; channels_to_write() in float whatever the channel's type; a
 * strip that begins at the image's column instead of the union's; header_to_write() that begins with an empty header.
 */
#define _XOPEN_SOURCE 700

#include "exr_making.h"

static const nbl_image_selection keep_all = {.keep = true};

static exr_context_t open_exr(const char *path) {
    exr_context_t context = NULL;
    EXR_OK(exr_start_read(&context, path, NULL));
    return context;
}

/* A scanline channel's texels as float32 or uint32, row by row; NULL: the channel is absent. The caller frees. */
static uint32_t *texels_of(exr_context_t context, int part, const char *name, exr_pixel_type_t *type,
                           exr_attr_box2i_t *window) {
    const exr_attr_chlist_t *list;
    int32_t step;
    uint32_t *texels = NULL;
    EXR_OK(exr_get_channels(context, part, &list));
    EXR_OK(exr_get_data_window(context, part, window));
    EXR_OK(exr_get_scanlines_per_chunk(context, part, &step));
    const size_t width = (size_t)(window->max.x - window->min.x + 1);
    for (int y = window->min.y; y <= window->max.y; y += step) {
        exr_chunk_info_t info;
        exr_decode_pipeline_t pipeline = EXR_DECODE_PIPELINE_INITIALIZER;
        EXR_OK(exr_read_scanline_chunk_info(context, part, y, &info));
        EXR_OK(exr_decoding_initialize(context, part, &info, &pipeline));
        for (int i = 0; i < pipeline.channel_count; i++) {
            exr_coding_channel_info_t *c = &pipeline.channels[i];
            c->decode_to_ptr = NULL;
            if (strcmp(c->channel_name, name) != 0) continue;
            if (!texels) texels = calloc(width * (size_t)(window->max.y - window->min.y + 1), 4);
            *type = (exr_pixel_type_t)c->data_type;
            c->user_data_type = c->data_type == EXR_PIXEL_UINT ? EXR_PIXEL_UINT : EXR_PIXEL_FLOAT;
            c->user_bytes_per_element = c->user_pixel_stride = 4;
            c->user_line_stride = (int32_t)(4 * width);
            c->decode_to_ptr = (uint8_t *)(texels + (size_t)(y - window->min.y) * width);
        }
        EXR_OK(exr_decoding_choose_default_routines(context, part, &pipeline));
        EXR_OK(exr_decoding_run(context, part, &pipeline));
        EXR_OK(exr_decoding_destroy(context, &pipeline));
    }
    return texels;
}

/* Outside the window that a channel had it must be 0. */
static void assert_kept(exr_context_t from, exr_context_t to, int part, const char *name) {
    exr_attr_box2i_t a, b;
    exr_pixel_type_t was = EXR_PIXEL_LAST_TYPE, is = EXR_PIXEL_LAST_TYPE;
    uint32_t *want = texels_of(from, part, name, &was, &a), *got = texels_of(to, part, name, &is, &b);
    ck_assert_msg(want && got, "%s: is missing", name);
    ck_assert_msg(was == is, "%s: was of type %d, is of type %d", name, was, is);
    for (int y = b.min.y; y <= b.max.y; y++)
        for (int x = b.min.x; x <= b.max.x; x++) {
            const bool inside = x >= a.min.x && x <= a.max.x && y >= a.min.y && y <= a.max.y;
            const size_t i = (size_t)(y - b.min.y) * (size_t)(b.max.x - b.min.x + 1) + (size_t)(x - b.min.x);
            const size_t j = (size_t)(y - a.min.y) * (size_t)(a.max.x - a.min.x + 1) + (size_t)(x - a.min.x);
            ck_assert_msg(got[i] == (inside ? want[j] : 0), "%s: x %d y %d: 0x%x", name, x, y, got[i]);
        }
    free(want);
    free(got);
}

/* The image with its colours doubled, and more columns and rows around it. */
static void write_changed(const char *from, const char *to, const nbl_image_selection *selection, int grow,
                          nbl_image_type type) {
    nbl_image image, grown;
    nbl_image_error error = {0};
    ck_assert_msg(nbl_image_read_selected(from, selection, &image, &error) == NBL_IMAGE_OK, "%s", error.message);
    const uint32_t width = image.width + 2 * (uint32_t)grow, height = image.height + 2 * (uint32_t)grow;
    ck_assert_int_eq(nbl_image_create(width, height, image.channels, &grown, NULL), NBL_IMAGE_OK);
    for (uint32_t y = 0; y < image.height; y++)
        for (uint32_t x = 0; x < 4 * image.width; x++)
            grown.pixels[4 * ((size_t)(y + (uint32_t)grow) * width + (uint32_t)grow) + x] =
                image.pixels[4 * (size_t)y * image.width + x] * (x % 4 == 3 ? 1.0f : 2.0f);
    float *own = image.pixels;
    image.pixels = grown.pixels;
    image.width = width;
    image.height = height;
    image.data_window.min_x -= grow;
    image.data_window.min_y -= grow;
    image.data_window.max_x += grow;
    image.data_window.max_y += grow;
    ck_assert_msg(nbl_image_write(to, &image, type, &error) == NBL_IMAGE_OK, "%s", error.message);
    image.pixels = own;
    nbl_image_free(&image);
    nbl_image_free(&grown);
}

static const exr_kind layers = {-3,
                                5,
                                40,
                                533, /* three strips */
                                EXR_COMPRESSION_ZIP,
                                EXR_STORAGE_SCANLINE,
                                0,
                                0,
                                1,
                                NBL_IMAGE_CHANNELS_RGB,
                                {{"B", EXR_PIXEL_HALF, 1},
                                 {"G", EXR_PIXEL_FLOAT, 1},
                                 {"R", EXR_PIXEL_HALF, 1},
                                 {"Z", EXR_PIXEL_FLOAT, 1},
                                 {"diffuse.R", EXR_PIXEL_HALF, 1},
                                 {"id", EXR_PIXEL_UINT, 1}}};

START_TEST(other_channels_stay) {
    const int grow = _i % 2 ? 7 : 0;
    exr_pixel_type_t type = EXR_PIXEL_LAST_TYPE;
    exr_attr_box2i_t window;
    make_exr(scratch("layers.exr"), &layers);
    write_changed(scratch("layers.exr"), scratch("out.exr"), &keep_all, grow,
                  _i / 2 ? NBL_IMAGE_TYPE_FLOAT : NBL_IMAGE_TYPE_SAME);
    exr_context_t from = open_exr(scratch("layers.exr")), to = open_exr(scratch("out.exr"));
    assert_kept(from, to, 0, "Z");
    assert_kept(from, to, 0, "diffuse.R");
    assert_kept(from, to, 0, "id");
    uint32_t *red = texels_of(to, 0, "R", &type, &window);
    ck_assert_int_eq(type, _i / 2 ? EXR_PIXEL_FLOAT : EXR_PIXEL_HALF);
    float value;
    memcpy(&value, &red[(size_t)grow * (size_t)(window.max.x - window.min.x + 1) + (size_t)grow], sizeof value);
    ck_assert(value == 2.0f * known_value(0, 0, 0, NBL_IMAGE_CHANNELS_RGB));
    free(red);
    free(texels_of(to, 0, "G", &type, &window));
    ck_assert_int_eq(type, EXR_PIXEL_FLOAT);
    ck_assert_int_eq(window.min.x, -3 - grow);
    EXR_OK(exr_finish(&from));
    EXR_OK(exr_finish(&to));
}
END_TEST

/* Written by OpenImageIO: Z, a normal's X, cryptomatte with its manifest, a layer. */
START_TEST(cryptomatte_and_its_manifest_stay) {
    static const char *const channels[] = {"Z", "crypto00.R", "crypto00.A", "diffuse.B", "N.X"};
    const char *root = getenv("NBL_ROOT");
    char path[512], text[512];
    int32_t count, same = 0;
    snprintf(path, sizeof path, "%s/tests/image/files/layers-cryptomatte.exr", root ? root : ".");
    write_changed(path, scratch("out.exr"), &keep_all, 0, NBL_IMAGE_TYPE_SAME);
    exr_context_t from = open_exr(path), to = open_exr(scratch("out.exr"));
    for (size_t i = 0; i < sizeof channels / sizeof *channels; i++) assert_kept(from, to, 0, channels[i]);
    EXR_OK(exr_get_attribute_count(from, 0, &count));
    for (int32_t i = 0; i < count; i++) {
        const exr_attribute_t *was, *is;
        EXR_OK(exr_get_attribute_by_index(from, 0, EXR_ATTR_LIST_FILE_ORDER, i, &was));
        ck_assert_msg(exr_get_attribute_by_name(to, 0, was->name, &is) == EXR_ERR_SUCCESS, "%s: is missing", was->name);
        ck_assert_int_eq(is->type, was->type);
        if (was->type != EXR_ATTR_STRING) continue;
        ck_assert_str_eq(is->string->str, was->string->str);
        same++;
    }
    ck_assert_int_ge(same, 5);
    EXR_OK(exr_finish(&from));
    EXR_OK(exr_finish(&to));
    nbl_image image;
    ck_assert_int_eq(nbl_image_read_selected(path, &keep_all, &image, NULL), NBL_IMAGE_OK);
    ck_assert(!nbl_image_lost("a.exr", &image, text, sizeof text));
    ck_assert(nbl_image_lost("a.png", &image, text, sizeof text));
    ck_assert_msg(strstr(text, "9 channels (N.X, Z, ") && strstr(text, "6 attributes"), "%s", text);
    nbl_image_free(&image);
}
END_TEST

/* Parts that are not touched: their chunks, whatever their kind. */
START_TEST(other_parts_stay) {
    static const exr_storage_t storages[] = {EXR_STORAGE_SCANLINE, EXR_STORAGE_TILED};
    exr_kind kind = layers;
    kind.parts = 2;
    kind.height = 61;
    kind.storage = storages[_i];
    if (_i) kind.tile_width = kind.tile_height = 16;
    make_exr(scratch("parts.exr"), &kind);
    const nbl_image_selection by_name = {.part = "second", .keep = true}, by_number = {.part = "1", .keep = true};
    write_changed(scratch("parts.exr"), scratch("out.exr"), _i ? &by_number : &by_name, 0, NBL_IMAGE_TYPE_SAME);
    exr_context_t from = open_exr(scratch("parts.exr")), to = open_exr(scratch("out.exr"));
    int32_t parts, chunks, more;
    EXR_OK(exr_get_count(to, &parts));
    ck_assert_int_eq(parts, 2);
    EXR_OK(exr_get_chunk_count(from, 0, &chunks));
    EXR_OK(exr_get_chunk_count(to, 0, &more));
    ck_assert_int_eq(more, chunks);
    EXR_OK(exr_finish(&from));
    EXR_OK(exr_finish(&to));
    for (int part = 0; part < 2; part++) {
        const nbl_image_selection one = {.part = part ? "1" : "first"};
        nbl_image image;
        ck_assert_int_eq(nbl_image_read_selected(scratch("out.exr"), &one, &image, NULL), NBL_IMAGE_OK);
        for (uint32_t i = 0; i < image.width * image.height; i++)
            ck_assert(image.pixels[4 * i] ==
                      (part ? 2.0f : 1.0f) * known_value(i % image.width, i / image.width, 0, NBL_IMAGE_CHANNELS_RGB));
        nbl_image_free(&image);
    }
    const nbl_image_selection none = {.part = "third"};
    nbl_image image;
    nbl_image_error error = {0};
    ck_assert_int_eq(nbl_image_read_selected(scratch("out.exr"), &none, &image, &error), NBL_IMAGE_ERROR_UNSUPPORTED);
    ck_assert_msg(strstr(error.message, "no part third; parts are 0 first, 1 second"), "%s", error.message);
}
END_TEST

/* Which channels are the colour, by the names of a file's channels and the layer that is asked for. */
START_TEST(layers_and_names) {
    static const struct {
        const char *channels[6], *layer;
        int set; /* nbl_image_channels, -1: none */
        const char *words;
    } cases[] = {
        {{"B", "G", "R", "diffuse.B", "diffuse.G", "diffuse.R"}, NULL, NBL_IMAGE_CHANNELS_RGB, NULL},
        {{"diffuse.A", "diffuse.B", "diffuse.G", "diffuse.R"}, "diffuse", NBL_IMAGE_CHANNELS_RGBA, NULL},
        {{".B", ".G", ".R"}, NULL, NBL_IMAGE_CHANNELS_RGB, NULL},
        {{"b", "g", "r"}, NULL, NBL_IMAGE_CHANNELS_RGB, NULL},
        {{"a", "b", "g", "r"}, NULL, NBL_IMAGE_CHANNELS_RGBA, NULL},
        {{"A", "R"}, NULL, NBL_IMAGE_CHANNELS_YA, NULL},
        {{"R"}, NULL, NBL_IMAGE_CHANNELS_Y, NULL},
        {{"spec.blue", "spec.green", "spec.red"}, "spec", NBL_IMAGE_CHANNELS_RGB, NULL},
        {{"View.Combined.B", "View.Combined.G", "View.Combined.R", "View.Mist.Z"},
         "Combined",
         NBL_IMAGE_CHANNELS_RGB,
         NULL},
        {{"View.Combined.B", "View.Combined.G", "View.Combined.R", "View.Mist.Z"},
         NULL,
         NBL_IMAGE_CHANNELS_RGB,
         "has colour in layer View.Combined alone"},
        {{"left.B", "left.G", "left.R", "right.Y"}, "right", NBL_IMAGE_CHANNELS_Y, NULL},
        {{"left.Y", "right.Y"}, NULL, -1, "layers are left, right"},
        {{"B", "G", "R", "left.Y"}, "middle", -1, "no layer middle with colour; layers are left"},
        {{"G", "R"}, NULL, -1, "channels are \"G, R\"; expected R, G, B"},
    };
    unsigned ran = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++, ran++) {
        exr_kind kind = layers;
        kind.height = 9;
        memset(kind.channels, 0, sizeof kind.channels);
        for (int c = 0; c < 6 && cases[i].channels[c]; c++)
            kind.channels[c] = (exr_channel){cases[i].channels[c], EXR_PIXEL_HALF, 1};
        make_exr(scratch("names.exr"), &kind);
        const nbl_image_selection selection = {.layer = cases[i].layer};
        nbl_image image;
        nbl_image_error error = {0};
        const nbl_image_result result = nbl_image_read_selected(scratch("names.exr"), &selection, &image, &error);
        ck_assert_msg((result == NBL_IMAGE_OK) == (cases[i].set >= 0), "case %zu: %s", i, error.message);
        if (result == NBL_IMAGE_OK) ck_assert_int_eq((int)image.channels, cases[i].set);
        const char *said = result ? error.message : image.note;
        ck_assert_msg(cases[i].words ? strstr(said, cases[i].words) != NULL : !said[0], "case %zu: %s", i, said);
        nbl_image_free(&image);
    }
    ck_assert_uint_eq(ran, 14);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("image: what else an EXR holds");
    TCase *test = tcase_create("rest");
    tcase_set_timeout(test, 60);
    tcase_add_loop_test(test, other_channels_stay, 0, 4);
    tcase_add_test(test, cryptomatte_and_its_manifest_stay);
    tcase_add_loop_test(test, other_parts_stay, 0, 2);
    tcase_add_test(test, layers_and_names);
    suite_add_tcase(suite, test);
    return run_suite(suite);
}

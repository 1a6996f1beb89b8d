/* EXR files through OpenEXR's C++ classes: the colours of one layer into an image, and all else of the file into the
 * file that is written.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Nothing thrown leaves this file: the functions in extern "C", at its end, end every exception (guarded()).
 */
#include "io/image/internal.h"

#include <ImfChannelList.h>
#include <ImfChromaticitiesAttribute.h>
#include <ImfCompressionAttribute.h>
#include <ImfDeepScanLineInputPart.h>
#include <ImfDeepScanLineOutputPart.h>
#include <ImfDeepTiledInputPart.h>
#include <ImfDeepTiledOutputPart.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputPart.h>
#include <ImfMultiPartInputFile.h>
#include <ImfMultiPartOutputFile.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfThreading.h>
#include <ImfTiledInputPart.h>
#include <ImfTiledOutputPart.h>
#include <ImfVersion.h>
#include <ImfXdr.h>
#include <half.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

extern "C" {
#include "platform/memory.h"
}

/* What the image's part has beside the image, and where it stands in the file. */
struct nbl_image_rest {
    int descriptor; /* of the file that was read; open, so that its name may be another file's by now */
    uint64_t size;
    std::string path;
    int part;
    std::string names[4]; /* channels that R, G, B and A came from; empty: the file has none */
};

namespace {

using Box = IMATH_NAMESPACE::Box2i;

/* Channels, parts and attributes named in one message. */
constexpr size_t MOST_NAMED = 4;
constexpr uint64_t MOST_BYTES = uint64_t(1) << 31;
/* From this many texels on, chunks are coded by several threads. */
constexpr uint64_t WORTH_THREADS = 1 << 18;
constexpr int MOST_THREADS = 16;
/* Rows that are converted and written at once: chunks of all compressions divide them. */
constexpr int STRIP = 256;

/* An error that this file found itself. */
class failure : public std::exception {
  public:
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    failure(nbl_image_result result, const char *format, ...)
        : result(result) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
    }
    const char *what() const noexcept override { return text; }
    nbl_image_result result;

  private:
    char text[768];
};

/* ---- Streams */

/* Buffered, since OpenEXR reads headers byte by byte. */
class reader : public Imf::IStream {
  public:
    reader(int descriptor, uint64_t size) : IStream(""), descriptor(descriptor), size(size), at(0), start(0), held(0) {}
    bool read(char data[], int count) override {
        const uint64_t wanted = uint64_t(count);
        if (at > size || wanted > size - at) throw failure(NBL_IMAGE_ERROR_DAMAGED, "truncated");
        if (wanted > sizeof buffer) {
            load(data, wanted, at);
        } else {
            if (at < start || at + wanted > start + held) {
                held = 0;
                load(buffer, std::min<uint64_t>(sizeof buffer, size - at), at);
                start = at;
                held = std::min<uint64_t>(sizeof buffer, size - at);
            }
            memcpy(data, buffer + (at - start), size_t(wanted));
        }
        at += wanted;
        return at < size;
    }
    uint64_t tellg() override { return at; }
    void seekg(uint64_t position) override { at = position; }

  private:
    void load(char *data, uint64_t count, uint64_t from) {
        if (nbl_image_file_read(descriptor, data, count, from) != int64_t(count))
            throw failure(NBL_IMAGE_ERROR_DAMAGED, "cannot be read");
    }
    int descriptor;
    uint64_t size, at, start, held;
    char buffer[4096];
};

class writer : public Imf::OStream {
  public:
    explicit writer(nbl_image_bytes *bytes) : OStream(""), bytes(bytes), at(0) {}
    void write(const char data[], int count) override {
        if (!nbl_image_bytes_put(bytes, at, data, size_t(count))) throw std::bad_alloc();
        at += uint64_t(count);
    }
    uint64_t tellp() override { return at; }
    void seekp(uint64_t position) override { at = position; }

  private:
    nbl_image_bytes *bytes;
    uint64_t at;
};

class memory_reader : public Imf::IStream {
  public:
    explicit memory_reader(const nbl_image_bytes *bytes) : IStream(""), bytes(bytes), at(0) {}
    bool read(char data[], int count) override {
        if (at > bytes->size || uint64_t(count) > bytes->size - at) throw failure(NBL_IMAGE_ERROR_MEMORY, "cut short");
        memcpy(data, bytes->data + at, size_t(count));
        at += uint64_t(count);
        return at < bytes->size;
    }
    uint64_t tellg() override { return at; }
    void seekg(uint64_t position) override { at = position; }

  private:
    const nbl_image_bytes *bytes;
    uint64_t at;
};

/* OpenEXR's pool is one per process; small images leave it without threads. */
void want_threads(uint64_t texels) {
    static std::once_flag once;
    if (texels >= WORTH_THREADS)
        std::call_once(once, [] {
            Imf::setGlobalThreadCount(std::min(MOST_THREADS, std::max(1, int(nbl_platform_processors()))));
        });
}

/* ---- Headers */

bool is_tiled(const std::string &type) { return type == Imf::TILEDIMAGE || type == Imf::DEEPTILE; }
bool is_deep(const Imf::Header &header) { return Imf::isDeepData(header.type()); }

/* Every part's header, without the tables of chunks, which may be long.
 *
 *   4 magic   4 version   header, 0 at its end   more headers if the file has several parts, and 0 */
std::vector<Imf::Header> read_headers(reader &stream) {
    int magic, version;
    Imf::Xdr::read<Imf::StreamIO>(stream, magic);
    Imf::Xdr::read<Imf::StreamIO>(stream, version);
    if (magic != Imf::MAGIC) throw failure(NBL_IMAGE_ERROR_DAMAGED, "not an EXR file: wrong magic number");
    if (Imf::getVersion(version) != Imf::EXR_VERSION || !Imf::supportsFlags(Imf::getFlags(version)))
        throw failure(NBL_IMAGE_ERROR_UNSUPPORTED, "version %d of EXR, flags 0x%x; expected version %d",
                      Imf::getVersion(version), unsigned(Imf::getFlags(version)), Imf::EXR_VERSION);
    const bool several = Imf::isMultiPart(version);
    std::vector<Imf::Header> headers;
    for (bool more = true; more;) {
        Imf::Header header;
        header.readFrom(stream, version);
        if (!several && !Imf::isNonImage(version))
            header.setType(Imf::isTiled(version) ? Imf::TILEDIMAGE : Imf::SCANLINEIMAGE);
        if (!header.hasType() || !Imf::isSupportedType(header.type()))
            throw failure(NBL_IMAGE_ERROR_UNSUPPORTED, "part %zu is of an unknown type", headers.size());
        header.sanityCheck(is_tiled(header.type()), several);
        headers.push_back(header);
        char next = 0;
        if (several) {
            stream.read(&next, 1);
            if (next) stream.seekg(stream.tellg() - 1);
        }
        more = next != 0;
    }
    return headers;
}

std::string name_of(const Imf::Header &header) { return header.hasName() ? header.name() : std::string(); }

/* The first few names, and how many more. */
std::string list(const std::vector<std::string> &names) {
    std::string text;
    for (size_t i = 0; i < names.size() && i < MOST_NAMED; i++) text += (i ? ", " : "") + names[i];
    if (names.size() > MOST_NAMED) text += " and " + std::to_string(names.size() - MOST_NAMED) + " more";
    return text;
}

std::vector<std::string> channels_of(const Imf::Header &header) {
    std::vector<std::string> names;
    for (auto c = header.channels().begin(); c != header.channels().end(); ++c) names.push_back(c.name());
    return names;
}

/* ---- Layers */

struct layer {
    int part = -1;
    nbl_image_channels channels = NBL_IMAGE_CHANNELS_RGB;
    std::string names[4]; /* of R, G, B and A; of a grey layer R's alone */
    std::string note;     /* why this one, if no layer was named */
};

/* Whether channels with this prefix ("", ".", "diffuse.") have colour, and which they are. */
bool has_colour(const Imf::ChannelList &list, const std::string &prefix, layer &found) {
    static const char *const sets[][4] = {
        {"R", "G", "B", "A"}, {"r", "g", "b", "a"}, {"red", "green", "blue", "alpha"}};
    auto there = [&](const std::string &name) { return list.findChannel(prefix + name) != nullptr; };
    auto take = [&](const char *r, const char *g, const char *b, const char *a) {
        const bool alpha = there(a), grey = !g;
        found.names[0] = prefix + r;
        found.names[1] = grey ? "" : prefix + g;
        found.names[2] = grey ? "" : prefix + b;
        found.names[3] = alpha ? prefix + a : "";
        found.channels = grey ? (alpha ? NBL_IMAGE_CHANNELS_YA : NBL_IMAGE_CHANNELS_Y)
                              : (alpha ? NBL_IMAGE_CHANNELS_RGBA : NBL_IMAGE_CHANNELS_RGB);
        return true;
    };
    for (const auto &set : sets)
        if (there(set[0]) && there(set[1]) && there(set[2])) return take(set[0], set[1], set[2], set[3]);
    for (const char *y : {"Y", "y"})
        if (there(y) && !there("RY") && !there("BY")) return take(y, nullptr, nullptr, y[0] == 'Y' ? "A" : "a");
    for (const auto &set : sets) /* a single R */
        if (there(set[0]) && !there(set[1]) && !there(set[2])) return take(set[0], nullptr, nullptr, set[3]);
    return false;
}

bool has_root_colour(const Imf::Header &header, layer &found) {
    return has_colour(header.channels(), "", found) || has_colour(header.channels(), ".", found);
}

/* Layers with colour, by the text before the last dot of their channels' names. */
std::vector<std::string> layers_of(const Imf::Header &header) {
    std::set<std::string> prefixes;
    std::vector<std::string> layers;
    layer unused;
    for (const std::string &name : channels_of(header)) {
        const size_t dot = name.rfind('.');
        if (dot != std::string::npos && dot > 0) prefixes.insert(name.substr(0, dot));
    }
    for (const std::string &prefix : prefixes)
        if (has_colour(header.channels(), prefix + ".", unused)) layers.push_back(prefix);
    return layers;
}

bool ends_with(const std::string &text, const std::string &end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/* A layer by its whole name, by the end of it behind a dot if no other layer ends so, or by its part's name. */
bool has_layer(const Imf::Header &header, const std::string &name, layer &found) {
    if (has_colour(header.channels(), name + ".", found)) return true;
    std::vector<std::string> fits;
    for (const std::string &layer : layers_of(header))
        if (ends_with(layer, "." + name)) fits.push_back(layer);
    if (fits.size() == 1) return has_colour(header.channels(), fits[0] + ".", found);
    return fits.empty() && name_of(header) == name && has_root_colour(header, found);
}

int find_part(const std::vector<Imf::Header> &headers, const char *part) {
    for (size_t i = 0; i < headers.size(); i++)
        if (name_of(headers[i]) == part) return int(i);
    char *end;
    const unsigned long number = strtoul(part, &end, 10);
    if (part[0] >= '0' && part[0] <= '9' && !*end && number < headers.size()) return int(number);
    std::vector<std::string> names;
    for (size_t i = 0; i < headers.size(); i++)
        names.push_back(std::to_string(i) + (name_of(headers[i]).empty() ? "" : " " + name_of(headers[i])));
    throw failure(NBL_IMAGE_ERROR_UNSUPPORTED, "no part %s; parts are %s", part, list(names).c_str());
}

/* One layer of another part is not taken unless it is named: which would it be? */
bool has_only_layer(const Imf::Header &header, layer &found) {
    const std::vector<std::string> layers = layers_of(header);
    if (layers.size() != 1) return false;
    found.note = "has colour in layer " + layers[0] + " alone, which is taken";
    return has_colour(header.channels(), layers[0] + ".", found);
}

[[noreturn]] void fail_without_colour(const std::vector<Imf::Header> &headers, int only, const char *wanted) {
    std::vector<std::string> layers, names;
    bool deep = true;
    for (size_t i = 0; i < headers.size(); i++) {
        if (only >= 0 && int(i) != only) continue;
        deep = deep && is_deep(headers[i]);
        for (const std::string &layer : layers_of(headers[i])) layers.push_back(layer);
        for (const std::string &channel : channels_of(headers[i])) names.push_back(channel);
    }
    if (deep)
        throw failure(NBL_IMAGE_ERROR_UNSUPPORTED, "a deep file (%s); expected a flat one",
                      headers[size_t(only < 0 ? 0 : only)].type().c_str());
    if (wanted)
        throw failure(NBL_IMAGE_ERROR_UNSUPPORTED, "no layer %s with colour; %s%s", wanted,
                      layers.empty() ? "the file has no layers" : "layers are ", list(layers).c_str());
    throw failure(NBL_IMAGE_ERROR_UNSUPPORTED,
                  "channels are \"%s\"; expected R, G, B and perhaps A, or Y and perhaps A%s%s", list(names).c_str(),
                  layers.empty() ? "" : "; layers are ", list(layers).c_str());
}

layer choose(const std::vector<Imf::Header> &headers, const nbl_image_selection *selection) {
    const char *wanted = selection ? selection->layer : nullptr;
    const int only = selection && selection->part ? find_part(headers, selection->part) : -1;
    for (int turn = 0; turn < (wanted ? 1 : 2); turn++)
        for (int i = 0; i < int(headers.size()); i++) {
            layer found;
            if ((only >= 0 && i != only) || is_deep(headers[size_t(i)])) continue;
            const Imf::Header &header = headers[size_t(i)];
            if (wanted ? has_layer(header, wanted, found)
                : turn ? has_only_layer(header, found)
                       : has_root_colour(header, found)) {
                found.part = i;
                return found;
            }
        }
    fail_without_colour(headers, only, wanted);
}

/* ---- Reading */

uint64_t size_of(Imf::PixelType type) { return type == Imf::HALF ? 2 : 4; }

/* OpenEXR 3.1 takes a stored chunk that is too short, and leaves the rest of its memory as it was. */
void check_stored(Imf::InputPart &part, const Imf::Header &header) {
    if (header.compression() != Imf::NO_COMPRESSION) return;
    uint64_t texel = 0;
    for (auto c = header.channels().begin(); c != header.channels().end(); ++c) {
        if (c.channel().xSampling != 1 || c.channel().ySampling != 1) return;
        texel += size_of(c.channel().type);
    }
    const Box &window = header.dataWindow();
    const uint64_t width = uint64_t(window.max.x - window.min.x) + 1,
                   height = uint64_t(window.max.y - window.min.y) + 1;
    const char *data;
    int size;
    if (!header.hasTileDescription()) {
        for (int y = window.min.y; y <= window.max.y; y++) {
            part.rawPixelData(y, data, size);
            if (uint64_t(size) != texel * width) throw failure(NBL_IMAGE_ERROR_DAMAGED, "row %d has %d bytes", y, size);
        }
        return;
    }
    const uint64_t across = header.tileDescription().xSize, down = header.tileDescription().ySize;
    for (uint64_t y = 0; y < height; y += down)
        for (uint64_t x = 0; x < width; x += across) {
            int column = int(x / across), row = int(y / down), level_x = 0, level_y = 0;
            part.rawTileData(column, row, level_x, level_y, data, size);
            if (uint64_t(size) != texel * std::min(across, width - x) * std::min(down, height - y))
                throw failure(NBL_IMAGE_ERROR_DAMAGED, "tile (%d, %d) has %d bytes", column, row, size);
        }
}

/* A small damaged file may announce chunks of any size: OpenEXR allocates one before it reads it. */
void check_chunks(const Imf::Header &header) {
    uint64_t texel = 0;
    for (auto c = header.channels().begin(); c != header.channels().end(); ++c) texel += size_of(c.channel().type);
    const Box &window = header.dataWindow();
    uint64_t texels = uint64_t(int64_t(window.max.x) - window.min.x + 1) * STRIP;
    if (header.hasTileDescription()) texels = uint64_t(header.tileDescription().xSize) * header.tileDescription().ySize;
    if (texels > MOST_BYTES || texels * texel > MOST_BYTES)
        throw failure(NBL_IMAGE_ERROR_MEMORY, "no memory for chunks of %llu texels of %llu bytes",
                      (unsigned long long)texels, (unsigned long long)texel);
}

nbl_image_window window_of(const Box &box) { return {box.min.x, box.min.y, box.max.x, box.max.y}; }

Box box_of(const nbl_image_window &window) { return Box({window.min_x, window.min_y}, {window.max_x, window.max_y}); }

void describe(const Imf::Header &header, const layer &found, nbl_image *image) {
    nbl_image_type type = NBL_IMAGE_TYPE_HALF;
    for (const std::string &name : found.names) {
        if (name.empty()) continue;
        const Imf::Channel &channel = header.channels()[name];
        if (channel.xSampling != 1 || channel.ySampling != 1)
            throw failure(NBL_IMAGE_ERROR_UNSUPPORTED, "channel %s is subsampled by %d x %d", name.c_str(),
                          channel.xSampling, channel.ySampling);
        if (channel.type == Imf::UINT)
            throw failure(NBL_IMAGE_ERROR_UNSUPPORTED,
                          "channel %s holds unsigned integers (uint); expected half or float", name.c_str());
        if (channel.type == Imf::FLOAT && &name != &found.names[3]) type = NBL_IMAGE_TYPE_FLOAT;
    }
    const Box &data = header.dataWindow();
    nbl_image_error reason = {};
    const nbl_image_result result =
        nbl_image_describe(uint64_t(int64_t(data.max.x) - data.min.x + 1),
                           uint64_t(int64_t(data.max.y) - data.min.y + 1), found.channels, "", image, &reason);
    if (result) throw failure(result, "%s", reason.message + 2); /* behind ": " */
    image->type = type;
    image->alpha = nbl_image_has_alpha(found.channels) ? NBL_IMAGE_ALPHA_MULTIPLIED : NBL_IMAGE_ALPHA_UNKNOWN;
    image->data_window = window_of(data);
    image->display_window = window_of(header.displayWindow());
    image->pixel_aspect_ratio = header.pixelAspectRatio();
    const auto *primaries = header.findTypedAttribute<Imf::ChromaticitiesAttribute>("chromaticities");
    image->has_chromaticities = primaries != nullptr;
    if (primaries) {
        const Imf::Chromaticities &c = primaries->value();
        const float values[8] = {c.red.x, c.red.y, c.green.x, c.green.y, c.blue.x, c.blue.y, c.white.x, c.white.y};
        memcpy(image->chromaticities, values, sizeof values);
    }
    snprintf(image->note, sizeof image->note, "%s", found.note.c_str());
}

void decode(Imf::IStream &stream, const layer &found, nbl_image *image) {
    stream.seekg(0);
    Imf::MultiPartInputFile file(stream, Imf::globalThreadCount(), false);
    Imf::InputPart part(file, found.part);
    check_stored(part, file.header(found.part));
    Imf::FrameBuffer buffer;
    for (size_t c = 0; c < 4; c++)
        if (!found.names[c].empty())
            buffer.insert(found.names[c], Imf::Slice::Make(Imf::FLOAT, image->pixels + c, box_of(image->data_window),
                                                           4 * sizeof(float), 4 * sizeof(float) * image->width));
    part.setFrameBuffer(buffer);
    part.readPixels(image->data_window.min_y, image->data_window.max_y);
}

void read(const char *path, const nbl_image_selection *selection, bool pixels, nbl_image *image) {
    int descriptor;
    uint64_t size;
    nbl_image_error reason = {};
    nbl_image_result result = nbl_image_file_open(path, &descriptor, &size, &reason);
    if (result) throw failure(result, "%s", reason.message + strlen(path) + 2);
    struct closing {
        int descriptor;
        ~closing() {
            if (descriptor >= 0) close(descriptor);
        }
    } closing = {descriptor};
    reader stream(descriptor, size);
    const std::vector<Imf::Header> headers = read_headers(stream);
    const layer found = choose(headers, selection);
    describe(headers[size_t(found.part)], found, image);
    if (!pixels) return;
    for (const Imf::Header &header : headers) check_chunks(header);
    result = nbl_image_allocate("", image, &reason);
    if (result) throw failure(result, "%s", reason.message + 2);
    want_threads(uint64_t(image->width) * image->height);
    decode(stream, found, image);
    if (selection && selection->keep) {
        image->rest = new nbl_image_rest{descriptor, size, path, found.part, {}};
        closing.descriptor = -1;
        std::copy(std::begin(found.names), std::end(found.names), std::begin(image->rest->names));
    }
}

/* ---- Writing */

/* What OpenEXR's readers refuse is not written: windows of corners beyond half of an int, and other aspects. */
void check_header(const nbl_image *image) {
    const int32_t far = INT32_MAX / 2;
    for (const nbl_image_window *w : {&image->data_window, &image->display_window})
        if (w->max_x < w->min_x || w->max_y < w->min_y || w->min_x <= -far || w->min_y <= -far || w->max_x >= far ||
            w->max_y >= far)
            throw failure(NBL_IMAGE_ERROR_ARGUMENT, "the %s window (%d, %d) to (%d, %d) is none that .exr can hold",
                          w == &image->display_window ? "display" : "data", w->min_x, w->min_y, w->max_x, w->max_y);
    if (!(image->pixel_aspect_ratio >= 1e-6f && image->pixel_aspect_ratio <= 1e6f))
        throw failure(NBL_IMAGE_ERROR_ARGUMENT, "a pixel aspect ratio of %g is not from 1e-6 to 1e6",
                      double(image->pixel_aspect_ratio));
}

/* The largest half is 65504; from 65520 on, rounding to nearest gives infinity. */
half half_of(const nbl_image *image, size_t x, size_t y, size_t c) {
    const float value = image->pixels[4 * (y * image->width + x) + c];
    if (std::fabs(value) < 65520.0f) return half(value);
    throw failure(NBL_IMAGE_ERROR_VALUE,
                  "x %zu, y %zu, channel %s is %g, beyond the largest half (65504); float holds it", x, y,
                  nbl_image_channel_name(uint32_t(c)), double(value));
}

/* Lossless compressions are kept. */
bool is_lossy(Imf::Compression compression) {
    return compression == Imf::PXR24_COMPRESSION || compression == Imf::B44_COMPRESSION ||
           compression == Imf::B44A_COMPRESSION || compression == Imf::DWAA_COMPRESSION ||
           compression == Imf::DWAB_COMPRESSION;
}

/* A channel of the part that is written. */
struct written {
    std::string name;
    Imf::PixelType type;
    int component; /* of the image; -1: as the file that was read has it */
    int x_sampling, y_sampling;
    std::vector<char> strip;
};

bool is_kept(const nbl_image *image, const Imf::Header &from, const Imf::Channel &channel) {
    return (channel.xSampling == 1 && channel.ySampling == 1) || box_of(image->data_window) == from.dataWindow();
}

/* The image's colours, in the names that they had, and the other channels of its part. */
std::vector<written> channels_to_write(const nbl_image *image, const Imf::Header *from, nbl_image_type type) {
    const nbl_image_channels needed = nbl_image_channels_needed(image);
    const bool grey = needed == NBL_IMAGE_CHANNELS_Y || needed == NBL_IMAGE_CHANNELS_YA;
    const std::string *had = image->rest ? image->rest->names : nullptr;
    const std::string first = had ? had[0] : "", prefix = first.substr(0, first.rfind('.') + 1);
    std::vector<written> channels;
    for (int c = 0; c < 4; c++) {
        if ((grey && (c == 1 || c == 2)) || (c == 3 && !nbl_image_has_alpha(needed))) continue;
        const bool named = had && !had[c].empty() && (grey || c == 3 || !had[1].empty());
        const char *plain = grey && c == 0 ? "Y" : nbl_image_channel_name(uint32_t(c));
        written channel = {
            named ? had[c] : prefix + plain, type == NBL_IMAGE_TYPE_HALF ? Imf::HALF : Imf::FLOAT, c, 1, 1, {}};
        if (type == NBL_IMAGE_TYPE_SAME)
            channel.type = from && named                        ? from->channels()[had[c]].type
                           : image->type == NBL_IMAGE_TYPE_HALF ? Imf::HALF
                                                                : Imf::FLOAT;
        channels.push_back(channel);
    }
    if (from)
        for (auto c = from->channels().begin(); c != from->channels().end(); ++c) {
            const bool colour = std::find(had, had + 4, c.name()) != had + 4;
            if (!colour && is_kept(image, *from, c.channel()))
                channels.push_back({c.name(), c.channel().type, -1, c.channel().xSampling, c.channel().ySampling, {}});
        }
    return channels;
}

Imf::Header header_to_write(const nbl_image *image, const Imf::Header *from, const std::vector<written> &channels) {
    const Box data = box_of(image->data_window), display = box_of(image->display_window);
    Imf::Header header(display, data, image->pixel_aspect_ratio);
    /* Header::erase() of OpenEXR 3.1 does not free the attribute, so what is not to be written is not copied. */
    if (from)
        for (auto at = from->begin(); at != from->end(); ++at)
            if (std::strcmp(at.name(), "tiles") != 0 && std::strcmp(at.name(), "chunkCount") != 0 &&
                std::strcmp(at.name(), "chromaticities") != 0)
                header.insert(at.name(), at.attribute());
    header.setType(Imf::SCANLINEIMAGE);
    header.dataWindow() = data;
    header.displayWindow() = display;
    header.pixelAspectRatio() = image->pixel_aspect_ratio;
    header.lineOrder() = Imf::INCREASING_Y;
    if (!from || is_lossy(header.compression())) header.compression() = Imf::ZIP_COMPRESSION;
    Imf::ChannelList list;
    for (const written &channel : channels) {
        const Imf::Channel *was = from ? from->channels().findChannel(channel.name) : nullptr;
        list.insert(channel.name,
                    Imf::Channel(channel.type, channel.x_sampling, channel.y_sampling, was ? was->pLinear : false));
    }
    header.channels() = list;
    const float *p = image->chromaticities;
    if (image->has_chromaticities)
        header.insert("chromaticities",
                      Imf::ChromaticitiesAttribute({{p[0], p[1]}, {p[2], p[3]}, {p[4], p[5]}, {p[6], p[7]}}));
    return header;
}

/* The rows y0 to y1 of the image's own channels, each in its type. */
void fill_strip(const nbl_image *image, written &channel, const Box &all, int y0, int y1) {
    const nbl_image_window &window = image->data_window;
    const size_t row = size_t(all.max.x - all.min.x + 1), first = size_t(window.min_x - all.min.x);
    for (int y = y0; y <= y1; y++) {
        const size_t line = size_t(y - window.min_y), at = size_t(y - y0) * row + first;
        for (size_t x = 0; x < image->width; x++) {
            if (channel.type == Imf::HALF)
                reinterpret_cast<half *>(channel.strip.data())[at + x] =
                    half_of(image, x, line, size_t(channel.component));
            else
                reinterpret_cast<float *>(channel.strip.data())[at + x] =
                    image->pixels[4 * (line * image->width + x) + size_t(channel.component)];
        }
    }
}

Imf::FrameBuffer buffer_of(std::vector<written> &channels, const Box &strip, bool kept_alone) {
    Imf::FrameBuffer buffer;
    for (written &channel : channels) {
        if (kept_alone && channel.component >= 0) continue;
        buffer.insert(channel.name, Imf::Slice::Make(channel.type, channel.strip.data(), strip, 0, 0,
                                                     channel.x_sampling, channel.y_sampling));
    }
    return buffer;
}

/* Strip by strip: what is kept is read, beside it stand the image's texels. Outside the window that a kept channel had
 * it is 0.
 *
 *   from, in   header and file that were read; null: the image was not read from an .exr */
void write_part(const nbl_image *image, const Imf::Header *from, Imf::MultiPartInputFile *in,
                std::vector<written> &channels, Imf::OutputPart &out) {
    const Box data = box_of(image->data_window), had = from ? from->dataWindow() : data;
    const Box all({std::min(data.min.x, had.min.x), data.min.y}, {std::max(data.max.x, had.max.x), data.max.y});
    std::unique_ptr<Imf::InputPart> part;
    bool keeps = false, samples = false;
    for (const written &channel : channels) {
        keeps = keeps || channel.component < 0;
        samples = samples || channel.y_sampling != 1;
    }
    if (keeps) part.reset(new Imf::InputPart(*in, image->rest->part));
    const int rows = samples ? data.max.y - data.min.y + 1 : STRIP;
    const uint64_t texels = uint64_t(all.max.x - all.min.x + 1) * uint64_t(std::min(rows, data.max.y - data.min.y + 1));
    if (texels * channels.size() * 4 > MOST_BYTES) throw std::bad_alloc();
    for (int y = data.min.y; y <= data.max.y; y += rows) {
        const int end = std::min(y + rows - 1, data.max.y), first = std::max(y, had.min.y),
                  last = std::min(end, had.max.y);
        const Box strip({all.min.x, y}, {all.max.x, end});
        for (written &channel : channels) {
            channel.strip.assign(size_t(texels) * size_of(channel.type), 0);
            if (channel.component >= 0) fill_strip(image, channel, all, y, end);
        }
        if (keeps && first <= last) {
            part->setFrameBuffer(buffer_of(channels, strip, true));
            part->readPixels(first, last);
        }
        out.setFrameBuffer(buffer_of(channels, strip, false));
        out.writePixels(end - y + 1);
    }
}

/* A part that is not touched: its chunks as they stand. */
void copy_part(Imf::MultiPartInputFile &in, Imf::MultiPartOutputFile &out, int number, const std::string &type) {
    if (type == Imf::SCANLINEIMAGE) {
        Imf::InputPart from(in, number);
        Imf::OutputPart(out, number).copyPixels(from);
    } else if (type == Imf::TILEDIMAGE) {
        Imf::TiledInputPart from(in, number);
        Imf::TiledOutputPart(out, number).copyPixels(from);
    } else if (type == Imf::DEEPSCANLINE) {
        Imf::DeepScanLineInputPart from(in, number);
        Imf::DeepScanLineOutputPart(out, number).copyPixels(from);
    } else {
        Imf::DeepTiledInputPart from(in, number);
        Imf::DeepTiledOutputPart(out, number).copyPixels(from);
    }
}

/* OpenEXR 3.1 swallows some failures of memory, and leaves a file without its chunks. */
void check_complete(const nbl_image_bytes *bytes) {
    memory_reader stream(bytes);
    const Imf::MultiPartInputFile file(stream, 0, false);
    for (int i = 0; i < file.parts(); i++)
        if (!file.partComplete(i)) throw std::bad_alloc();
}

void encode(const nbl_image *image, nbl_image_type type, nbl_image_bytes *bytes) {
    const nbl_image_rest *rest = image->rest;
    std::vector<Imf::Header> headers;
    std::unique_ptr<reader> stream;
    std::unique_ptr<Imf::MultiPartInputFile> in;
    check_header(image);
    want_threads(uint64_t(image->width) * image->height);
    if (rest) {
        stream.reset(new reader(rest->descriptor, rest->size));
        in.reset(new Imf::MultiPartInputFile(*stream, Imf::globalThreadCount(), false));
        for (int i = 0; i < in->parts(); i++) headers.push_back(in->header(i));
    }
    const size_t own = rest ? size_t(rest->part) : 0;
    const Imf::Header from = rest ? headers.at(own) : Imf::Header();
    std::vector<written> channels = channels_to_write(image, rest ? &from : nullptr, type);
    if (!rest) headers.resize(1);
    headers[own] = header_to_write(image, rest ? &from : nullptr, channels);
    writer target(bytes);
    Imf::MultiPartOutputFile out(target, headers.data(), int(headers.size()), false, Imf::globalThreadCount());
    for (size_t i = 0; i < headers.size(); i++) {
        if (i != own) {
            copy_part(*in, out, int(i), headers[i].type());
            continue;
        }
        Imf::OutputPart part(out, int(i));
        write_part(image, rest ? &from : nullptr, in.get(), channels, part);
    }
}

/* ---- What is lost */

/* Attributes that say how texels are stored, or that an image has itself. */
bool is_known(const std::string &name) {
    static const std::set<std::string> known = {
        "channels",           "compression",       "dataWindow", "displayWindow", "lineOrder", "pixelAspectRatio",
        "screenWindowCenter", "screenWindowWidth", "tiles",      "type",          "name",      "version",
        "chunkCount",         "chromaticities",    "view"};
    return known.count(name) != 0;
}

void add(std::string &text, const char *what, const std::vector<std::string> &names) {
    if (names.empty()) return;
    text += (text.empty() ? "" : "; ") + std::to_string(names.size()) + " " + what + (names.size() == 1 ? "" : "s") +
            " (" + list(names) + ")";
}

std::string lost(const nbl_image *image, bool to_exr) {
    const nbl_image_rest *rest = image->rest;
    reader stream(rest->descriptor, rest->size);
    const std::vector<Imf::Header> headers = read_headers(stream);
    const Imf::Header &own = headers.at(size_t(rest->part));
    std::vector<std::string> channels, parts, attributes;
    for (auto c = own.channels().begin(); c != own.channels().end(); ++c)
        if (std::find(rest->names, rest->names + 4, c.name()) == rest->names + 4 &&
            (!to_exr || !is_kept(image, own, c.channel())))
            channels.push_back(c.name());
    for (size_t i = 0; i < headers.size() && !to_exr; i++)
        if (int(i) != rest->part) parts.push_back(name_of(headers[i]));
    for (auto a = own.begin(); a != own.end() && !to_exr; ++a)
        if (!is_known(a.name())) attributes.push_back(a.name());
    std::string text;
    add(text, "channel", channels);
    add(text, "part", parts);
    add(text, "attribute", attributes);
    if (own.hasTileDescription() && own.tileDescription().mode != Imf::ONE_LEVEL)
        text += std::string(text.empty() ? "" : "; ") + "the coarser levels";
    if (to_exr && is_lossy(own.compression())) {
        static const char *const names[] = {"PXR24", "B44", "B44A", "DWAA", "DWAB"};
        text += std::string(text.empty() ? "" : "; ") + names[own.compression() - Imf::PXR24_COMPRESSION] +
                " compression, which is lossy: ZIP instead";
    }
    return text;
}

/* ---- Ends every exception. A failed allocation may reach us as one of OpenEXR's errors: from a thread of its own, or
 * from zlib (see nbl_image_memory_is_short). */

/* OpenEXR's reason, without the file's name, which the caller puts before it. */
const char *reason_of(const std::exception &error) {
    const char *text = error.what(), *quoted = strstr(text, "\"\". ");
    return quoted ? quoted + 4 : text;
}

/* again: receives whether another try may end otherwise */
template <class Body>
nbl_image_result guarded(const char *path, nbl_image_error *error, bool *again, Body body) noexcept {
    *again = false;
    try {
        body();
        return NBL_IMAGE_OK;
    } catch (const failure &found) {
        return nbl_image_fail(error, found.result, path, "%s", found.what());
    } catch (const std::bad_alloc &) {
        return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory for it");
    } catch (const std::exception &thrown) {
        if (nbl_image_memory_is_short() || strstr(thrown.what(), "bad_alloc"))
            return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory for it");
        *again = true;
        return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "%s", reason_of(thrown));
    } catch (...) { return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "cannot be coded"); }
}

} // namespace

extern "C" {

nbl_image_result nbl_image_exr_read(const char *path, const nbl_image_selection *selection, bool pixels,
                                    nbl_image *image, nbl_image_error *error) {
    nbl_image_result result = NBL_IMAGE_OK;
    bool again = true;
    for (int turn = 0; turn < 2 && again; turn++) {
        result = guarded(path, error, &again, [&] { read(path, selection, pixels, image); });
        if (result) nbl_image_free(image);
    }
    return result;
}

nbl_image_result nbl_image_exr_encode(const char *path, const nbl_image *image, nbl_image_type type,
                                      nbl_image_bytes *bytes, nbl_image_error *error) {
    const char *what = path;
    nbl_image_result result = NBL_IMAGE_OK;
    bool again = true;
    for (int turn = 0; turn < 2 && again; turn++) {
        bytes->size = 0;
        result = guarded(what, error, &again, [&] {
            encode(image, type, bytes);
            check_complete(bytes);
        });
        if (again && image->rest) what = image->rest->path.c_str(); /* whose other channels are damaged */
    }
    if (!again) return result;
    /* Header and texels were checked, and nothing is written but to memory: without another file it was short. */
    return image->rest ? result : nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to encode it");
}

bool nbl_image_exr_lost(const nbl_image *image, bool to_exr, char *text, size_t size) {
    std::string all;
    bool again;
    const nbl_image_result result = guarded("", nullptr, &again, [&] { all = lost(image, to_exr); });
    snprintf(text, size, "%s", result ? "what else is in the file" : all.c_str());
    return text[0] != 0;
}

void nbl_image_exr_free_rest(nbl_image_rest *rest) {
    if (!rest) return;
    close(rest->descriptor);
    delete rest;
}

} /* extern "C" */

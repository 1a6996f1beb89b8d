/* gl core|es TEXT IN OUT BATCH WORKGROUPS OUT_BYTES: runs a transform's GLSL on OpenGL through EGL, without a window.
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc tests/portable/gl.c -lEGL; the device is Mesa's, whichever EGL's surfaceless platform gives.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read_file.h"

// clang-format off
#define GL_FUNCTIONS(F) \
    F(PFNGLCREATESHADERPROC, glCreateShader) \
    F(PFNGLSHADERSOURCEPROC, glShaderSource) \
    F(PFNGLCOMPILESHADERPROC, glCompileShader) \
    F(PFNGLCREATEPROGRAMPROC, glCreateProgram) \
    F(PFNGLATTACHSHADERPROC, glAttachShader) \
    F(PFNGLLINKPROGRAMPROC, glLinkProgram) \
    F(PFNGLUSEPROGRAMPROC, glUseProgram) \
    F(PFNGLGETPROGRAMIVPROC, glGetProgramiv) \
    F(PFNGLGETSHADERINFOLOGPROC, glGetShaderInfoLog) \
    F(PFNGLGENBUFFERSPROC, glGenBuffers) \
    F(PFNGLBINDBUFFERPROC, glBindBuffer) \
    F(PFNGLBUFFERDATAPROC, glBufferData) \
    F(PFNGLBINDBUFFERBASEPROC, glBindBufferBase) \
    F(PFNGLDISPATCHCOMPUTEPROC, glDispatchCompute) \
    F(PFNGLMEMORYBARRIERPROC, glMemoryBarrier) \
    F(PFNGLMAPBUFFERRANGEPROC, glMapBufferRange) \
    F(PFNGLGETSTRINGPROC, glGetString) \
    F(PFNGLGETERRORPROC, glGetError)
#define DECLARE(type, name) static type name;
GL_FUNCTIONS(DECLARE)
// clang-format on

static int fail(const char *what, const char *why) {
    fprintf(stderr, "gl: %s: %s\n", what, why);
    return 1;
}

static int open_context(int es) {
    PFNEGLGETPLATFORMDISPLAYEXTPROC get =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    EGLDisplay display = get ? get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL) : EGL_NO_DISPLAY;
    const EGLint core_attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    const EGLint es_attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE};
    if (!eglInitialize(display, NULL, NULL)) return fail("EGL", "no surfaceless display");
    eglBindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
    EGLContext context =
        eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, es ? es_attributes : core_attributes);
    if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return fail("EGL", "no context");
#define LOAD(type, name) name = (type)eglGetProcAddress(#name);
    GL_FUNCTIONS(LOAD)
    return 0;
}

int main(int argc, char **argv) {
    size_t text_size, size;
    if (argc != 8) return 2;
    if (open_context(strcmp(argv[1], "es") == 0)) return 1;
    char *text = read_file(argv[2], &text_size), *input = read_file(argv[3], &size);
    size_t bytes = strtoul(argv[7], NULL, 10);
    if (!text || !input) return fail(argv[2], "cannot be read");
    GLuint shader = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram(), buffers[3];
    const GLchar *source = text;
    GLint good = 0;
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good) {
        char log[2048] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        return fail(argv[2], log);
    }
    const GLuint uniforms[4] = {(GLuint)strtoul(argv[5], NULL, 10), 0, 0, 0};
    glGenBuffers(3, buffers);
    for (GLuint k = 0; k < 3; k++) {
        GLenum target = k == 2 ? GL_UNIFORM_BUFFER : GL_SHADER_STORAGE_BUFFER;
        glBindBuffer(target, buffers[k]);
        glBufferData(target,
                     (GLsizeiptr)(k == 0   ? size
                                  : k == 1 ? bytes
                                           : sizeof uniforms),
                     k == 0   ? (const void *)input
                     : k == 1 ? NULL
                              : uniforms,
                     GL_DYNAMIC_DRAW);
        glBindBufferBase(target, k, buffers[k]);
    }
    glUseProgram(program);
    glDispatchCompute((GLuint)strtoul(argv[6], NULL, 10), 1, 1);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[1]);
    const void *result = glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)bytes, GL_MAP_READ_BIT);
    FILE *file = fopen(argv[4], "wb");
    if (!result || glGetError() || !file || fwrite(result, 1, bytes, file) != bytes || fclose(file) != 0)
        return fail(argv[4], "no result");
    printf("%s, %s\n", (const char *)glGetString(GL_VERSION), (const char *)glGetString(GL_RENDERER));
    return 0;
}

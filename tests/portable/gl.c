/* gl core|es JOB: runs GLSL on OpenGL, or GLSL ES on OpenGL ES, through EGL and without a window, as a job says.
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc tests/portable/gl.c -lEGL; the device is Mesa's, whichever EGL's surfaceless platform gives, unless
 * NBL_EGL_DEVICE has a device's number.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>
#include <stdbool.h>

#include "job.h"

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
    F(PFNGLBINDBUFFERRANGEPROC, glBindBufferRange) \
    F(PFNGLDISPATCHCOMPUTEPROC, glDispatchCompute) \
    F(PFNGLMEMORYBARRIERPROC, glMemoryBarrier) \
    F(PFNGLMAPBUFFERRANGEPROC, glMapBufferRange) \
    F(PFNGLUNMAPBUFFERPROC, glUnmapBuffer) \
    F(PFNGLGETSTRINGPROC, glGetString) \
    F(PFNGLGETERRORPROC, glGetError)
#define DECLARE(type, name) static type name;
GL_FUNCTIONS(DECLARE)
// clang-format on

static bool is_es;
static GLuint buffers[JOB_BUFFERS];

/* Without a window: of the device whose number NBL_EGL_DEVICE has, or Mesa's own way. */
static EGLDisplay open_display(void) {
    PFNEGLGETPLATFORMDISPLAYEXTPROC get =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    const char *number = getenv("NBL_EGL_DEVICE");
    EGLDeviceEXT devices[16];
    EGLint count = 0;
    if (!get) return EGL_NO_DISPLAY;
    if (!number) return get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (!query || !query(16, devices, &count) || atoi(number) >= count) return EGL_NO_DISPLAY;
    return get(EGL_PLATFORM_DEVICE_EXT, devices[atoi(number)], NULL);
}

static int device_open(void) {
    EGLDisplay display = open_display();
    const EGLint core_attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    const EGLint es_attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE};
    if (!eglInitialize(display, NULL, NULL)) return job_fail("EGL", "no display");
    eglBindAPI(is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
    EGLContext context =
        eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, is_es ? es_attributes : core_attributes);
    if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        return job_fail("EGL", "no context");
#define LOAD(type, name) name = (type)eglGetProcAddress(#name);
    GL_FUNCTIONS(LOAD)
    printf("%s, %s\n", (const char *)glGetString(GL_VERSION), (const char *)glGetString(GL_RENDERER));
    return 0;
}

static int device_buffer(unsigned number, size_t bytes, const void *data) {
    glGenBuffers(1, &buffers[number]);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[number]);
    glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)bytes, data, GL_DYNAMIC_DRAW);
    return glGetError() ? job_fail("OpenGL", "no buffer") : 0;
}

static int device_pass(const job_pass_t *pass) {
    const GLchar *source = pass->text;
    GLuint shader = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram();
    GLint good = 0;
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good) {
        char log[2048] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        return job_fail(pass->path, log);
    }
    for (unsigned k = 0; k < pass->count; k++)
        glBindBufferRange(k + 1 < pass->count ? GL_SHADER_STORAGE_BUFFER : GL_UNIFORM_BUFFER, pass->bindings[k],
                          buffers[pass->buffers[k]], (GLintptr)pass->offsets[k], (GLsizeiptr)pass->bytes[k]);
    glUseProgram(program);
    glDispatchCompute(pass->workgroups, 1, 1);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    return glGetError() ? job_fail(pass->path, "was not run") : 0;
}

static int device_read(unsigned number, size_t bytes, void *data) {
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[number]);
    const void *result = glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)bytes, GL_MAP_READ_BIT);
    if (!result || glGetError()) return job_fail("OpenGL", "no result");
    memcpy(data, result, bytes);
    glUnmapBuffer(GL_SHADER_STORAGE_BUFFER);
    return 0;
}

int main(int argc, char **argv) {
    is_es = argc == 3 && strcmp(argv[1], "es") == 0;
    return job_run(argc == 3 ? argv[2] : NULL);
}

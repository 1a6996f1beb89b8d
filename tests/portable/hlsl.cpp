// hlsl dxc|fxc FILE ...: compiles HLSL by either compiler's DLL, entry NBL_HLSL_ENTRY or main, to FILE.dxil for
// cs_6_0 or FILE.dxbc for cs_5_0.
// SPDX-License-Identifier: Apache-2.0
//
// For Windows or wine, built by x86_64-w64-mingw32-g++; npm's webgpu carries both DLLs. DXC's functions are declared
// here (as in dxcapi.h), since Debian has no header of them. NBL_HLSL_ARGUMENTS: more arguments for DXC, apart by
// spaces.
#include <windows.h>

#include <d3dcompiler.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

struct DxcBuffer {
    const void *data;
    SIZE_T size;
    UINT encoding;
};

struct IDxcResult : IUnknown {
    virtual HRESULT STDMETHODCALLTYPE GetStatus(HRESULT *status) = 0;
    virtual HRESULT STDMETHODCALLTYPE GetResult(ID3DBlob **result) = 0; // an IDxcBlob has the same methods
    virtual HRESULT STDMETHODCALLTYPE GetErrorBuffer(ID3DBlob **errors) = 0;
};

struct IDxcCompiler3 : IUnknown {
    virtual HRESULT STDMETHODCALLTYPE Compile(const DxcBuffer *source, LPCWSTR *arguments, UINT32 count,
                                              IUnknown *includes, REFIID id, void **result) = 0;
};

static const GUID id_of_compiler = {0x73e22d93, 0xe6ce, 0x47f3, {0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0}};
static const GUID id_of_compiler3 = {0x228b4687, 0x5a6a, 0x4730, {0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54}};
static const GUID id_of_result = {0x58346cda, 0xdde7, 0x4497, {0x94, 0x61, 0x6f, 0x87, 0xaf, 0x5e, 0x06, 0x59}};

static bool compile_by_dxc(const std::string &text, ID3DBlob **result, ID3DBlob **errors) {
    static IDxcCompiler3 *compiler = [] {
        auto create = (HRESULT(WINAPI *)(REFCLSID, REFIID, void **))(
            void *)GetProcAddress(LoadLibraryA("dxcompiler.dll"), "DxcCreateInstance");
        IDxcCompiler3 *made = nullptr;
        if (create) create(id_of_compiler, id_of_compiler3, (void **)&made);
        return made;
    }();
    if (!compiler) return false;
    const char *more = getenv("NBL_HLSL_ARGUMENTS"), *given = getenv("NBL_HLSL_ENTRY");
    const std::string entry = given ? given : "main";
    std::vector<std::wstring> words = {L"-T", L"cs_6_0", L"-E", std::wstring(entry.begin(), entry.end())};
    std::istringstream stream(more ? more : "");
    for (std::string word; stream >> word;) words.emplace_back(word.begin(), word.end());
    std::vector<LPCWSTR> arguments;
    for (const auto &word : words) arguments.push_back(word.c_str());
    const DxcBuffer source = {text.data(), text.size(), CP_UTF8};
    IDxcResult *compiled = nullptr;
    HRESULT status = E_FAIL;
    if (compiler->Compile(&source, arguments.data(), (UINT32)arguments.size(), nullptr, id_of_result,
                          (void **)&compiled) != S_OK)
        return false;
    compiled->GetErrorBuffer(errors);
    compiled->GetStatus(&status);
    return status == S_OK && compiled->GetResult(result) == S_OK;
}

static bool compile_by_fxc(const std::string &text, ID3DBlob **result, ID3DBlob **errors) {
    static auto compile = (pD3DCompile)(void *)GetProcAddress(LoadLibraryA("d3dcompiler_47.dll"), "D3DCompile");
    return compile && compile(text.data(), text.size(), nullptr, nullptr, nullptr, "main", "cs_5_0",
                              D3DCOMPILE_IEEE_STRICTNESS, 0, result, errors) == S_OK;
}

int main(int argc, char **argv) {
    const bool dxc = argc > 1 && strcmp(argv[1], "dxc") == 0;
    int failed = argc < 3;
    for (int i = 2; i < argc; i++) {
        std::ifstream in(argv[i], std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
        ID3DBlob *result = nullptr, *errors = nullptr;
        const bool good = (dxc ? compile_by_dxc : compile_by_fxc)(text, &result, &errors);
        if (errors && errors->GetBufferSize() > 1)
            fprintf(stderr, "%s: %.*s\n", argv[i], (int)errors->GetBufferSize(), (char *)errors->GetBufferPointer());
        else if (!good)
            fprintf(stderr, "%s: the compiler's DLL is not there, or says nothing\n", argv[i]);
        if (good)
            std::ofstream(std::string(argv[i]) + (dxc ? ".dxil" : ".dxbc"), std::ios::binary)
                .write((char *)result->GetBufferPointer(), (std::streamsize)result->GetBufferSize());
        failed |= !good;
    }
    return failed;
}

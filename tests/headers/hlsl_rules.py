#!/usr/bin/env python3
"""Finds in preprocessed HLSL what DXC or Slang documents as refused: hlsl_rules.py FILE ...; a line each, exit status 1.
SPDX-License-Identifier: Apache-2.0

Neither compiler runs where the tests run. What is asked here was read in DXC's docs/SPIR-V.rst, its list of keywords
(TokenKinds.def), of attributes (Attr.td) and of intrinsics (gen_intrin_main.txt), and in Slang's user guide, parser and
core module, as of August 2026. What GLSL refuses too (conditions that are vectors, vectors cut short, recursion) the
same text cannot have; recursion is looked for all the same.
"""
import re
import sys

# What may stand in the text as a keyword.
USED = set("""bool break case cbuffer const continue do else false float float2 float3 float4 for globallycoherent groupshared
if in inout int int2 int3 int4 out precise return static struct switch true typedef uint uint2 uint3 uint4 void while""".split())
# Keywords of either compiler: no name may be one.
KEYWORDS = set("""asm auto case catch center centroid char class column_major const_cast default delete discard double dword
dynamic_cast enum explicit export extern friend goto half indices inline interface line lineadj linear long matrix mutable
namespace new nointerpolation noperspective operator packoffset pass payload pixelfragment point primitives private protected
public register reinterpret_cast reordercoherent row_major sample sampler sampler_state shared short signed sizeof snorm
static_cast string tbuffer technique template texture this throw triangle triangleadj try typeid typename uniform union unorm
unsigned using vector vertexfragment vertices virtual volatile
alignof associatedtype attribute_syntax bwd_diff coherent constexpr countof defer dyn dynamic_uniform each expand extension
func fwd_diff highp implementing import internal layout let lowp mediump module no_diff none nullptr override param property
readonly require restrict semantic syntax throws type_param typealias var writeonly where This""".split())
# Looked up in DXC's table of intrinsics and in Slang's library: with the arguments that the text gives them.
INTRINSICS = set("""AllMemoryBarrier AllMemoryBarrierWithGroupSync GroupMemoryBarrierWithGroupSync InterlockedAdd InterlockedAnd
InterlockedCompareExchange InterlockedExchange InterlockedMax InterlockedMin InterlockedOr InterlockedXor WaveActiveAllTrue
WaveActiveAnyTrue WaveActiveBallot WaveActiveBitAnd WaveActiveBitOr WaveActiveBitXor WaveActiveMax WaveActiveMin
WaveActiveProduct WaveActiveSum WaveGetLaneCount WaveGetLaneIndex WaveIsFirstLane WaveReadLaneAt WaveReadLaneFirst abs acos
all any asfloat asin asint asuint atan atan2 ceil clamp cos cosh countbits cross degrees dot exp exp2 f16tof32 f32tof16
firstbithigh firstbitlow floor frac isinf isnan ldexp length lerp log log2 mad max min mul normalize pow radians reversebits
round rsqrt saturate sign sin sinh smoothstep sqrt step tan tanh trunc""".split())
METHODS = {"Load"}
FORMATS = {"rgba32f", "rgba16f", "r11g11b10f", "rgba8"}
BUILT_IN_TYPES = set("float16_t float32_t float64_t int16_t int32_t int64_t uint16_t uint32_t uint64_t".split())
ATTRIBUTES = re.compile(r'vk::binding\(\d+, ?\d+\)$|vk::push_constant$|vk::image_format\("(\w+)"\)$')
NAME = r"[A-Za-z_]\w*"


def closed(text, begin, brackets):
    """Where what opens before `begin` is closed again."""
    depth = 1
    while depth and begin < len(text):
        depth += {brackets[0]: 1, brackets[1]: -1}.get(text[begin], 0)
        begin += 1
    return begin


def functions(text):
    """Names of functions that are declared, and the bodies of those that are defined."""
    declared, bodies = set(), {}
    for match in re.finditer(rf"\b(?!return\b|else\b)\w+\s+({NAME})\s*\(", text):
        end = closed(text, match.end(), "()")
        behind = re.match(r"\s*([;{])", text[end:end + 80])
        if not behind:
            continue
        declared.add(match[1])
        if behind[1] == "{":
            begin = end + behind.end()
            bodies.setdefault(match[1], []).append(text[begin:closed(text, begin, "{}")])
    return declared, bodies


def recursive(bodies):
    """A function that calls itself by way of others; overloads of one name may call each other."""
    calls = {name: set(re.findall(rf"\b({NAME})\s*\(", "".join(parts))) & set(bodies)
             for name, parts in bodies.items()}
    state = {}

    def visit(name):
        state[name] = 1
        for called in calls[name]:
            if state.get(called) == 1 and not (called == name and len(bodies[name]) > 1):
                return called
            if called not in state and (found := visit(called)):
                return found
        state[name] = 2
        return None

    return next((found for name in calls if name not in state and (found := visit(name))), None)


def check(text, say):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    for attribute in re.findall(r"\[\[(.*?)\]\]", text):
        match = ATTRIBUTES.match(attribute)
        if not match:
            say(f"[[{attribute}]]: an attribute of another compiler")
        elif match[1] and match[1] not in FORMATS:
            say(f"[[{attribute}]]: no image format")
    for attribute in re.findall(r"^\s*\[(?!\[)\s*(\w+)", text, re.M):
        if attribute not in ("numthreads", "unroll", "loop"):
            say(f"[{attribute}]: no attribute")
    pushed = re.findall(r"\[\[vk::push_constant\]\]\s*(\w+)", text)
    if "cbuffer" in pushed:
        say("[[vk::push_constant]] cbuffer: it is for global variables of a structure")
    if len(pushed) > 1:
        say("[[vk::push_constant]]: more than one")
    plain = re.sub(r'"[^"\n]*"', '""', re.sub(r"\[\[.*?\]\]|: register\(\w+\)", "", text))
    words = set(re.findall(NAME, plain))
    for word in sorted(words & KEYWORDS):
        say(f"{word}: a keyword")
    for word in sorted(word for word in words if word.startswith(("gl_", "__"))):
        say(f"{word}: a name of another language or of the compiler")
    for word in sorted(set(re.findall(r"typedef\s+\w+\s+(\w+)\s*;", plain)) & BUILT_IN_TYPES):
        say(f"typedef {word}: DXC and Slang have it")
    for size in re.findall(r"\[([^][;]*(?:&&|\|\|)[^][;]*)\]", plain):
        say(f"[{' '.join(size.split())[:40]}]: && or || in an array's size, which Slang does not fold")
    if re.search(r"->|\.\.\.|\?:", plain):
        say("pointers, or what only C has")
    if "#" in plain:
        say("#: a directive is left")
    for number in re.findall(r"\b\d[\d.]*(?:[eE][+-]?\d+)?(?:lf|LF|ul|UL|ll)\b|\b0x[\da-fA-F.]+p[+-]?\d+", plain):
        say(f"{number}: a number that HLSL does not read")
    declared, bodies = functions(plain)
    types = set(re.findall(rf"(?:struct|typedef\s+{NAME})\s+({NAME})", plain)) | BUILT_IN_TYPES
    for called in sorted(set(re.findall(rf"(?<![.\w])({NAME})\s*\(", plain)) - declared - types - USED - INTRINSICS):
        if called != "numthreads":
            say(f"{called}(): neither here nor an intrinsic that was looked up")
    for called in sorted(set(re.findall(rf"\.({NAME})\s*\(", plain)) - METHODS):
        say(f".{called}(): no method that was looked up")
    if (name := recursive(bodies)) is not None:
        say(f"{name}(): calls itself")
    shared = set(re.findall(rf"\bgroupshared\s+\w+\s+({NAME})\s*\[", plain))
    buffers = set(re.findall(rf"\bRW\w+<[^>]*>\s+({NAME})", plain))
    for name in sorted(shared | buffers):
        is_local_too = len(re.findall(rf"\w[\w>]*\s+{name}\s*[\[,);=]", plain)) > 1
        if not is_local_too and re.search(rf"[(,]\s*{name}\s*[,)]", plain):
            say(f"{name}: handed to a function, which copies it")
    for target in re.findall(r"\bInterlocked\w+\(\s*([A-Za-z_]\w*)", plain):
        if target not in shared | buffers:
            say(f"Interlocked...({target}...): neither shared memory nor a buffer")


def main(paths):
    found = 0
    for path in paths:
        said = []
        with open(path) as file:
            check(file.read(), said.append)
        for line in said:
            print(f"{path}: {line}")
        found += len(said)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

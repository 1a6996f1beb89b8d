#!/usr/bin/env python3
"""Writes commands.inc out of Vulkan's registry: how each vkCmd* is kept in a list and recorded again from it.
SPDX-License-Identifier: Apache-2.0

generate.py [/usr/share/vulkan/registry/vk.xml] >commands.inc

The registry is that of Debian's libvulkan-dev, as old as the headers that the layer is compiled with.
"""
import re
import sys
import xml.etree.ElementTree as ET

registry = ET.parse(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/vulkan/registry/vk.xml").getroot()
PLATFORMS = {p.get("name"): p.get("protect") for p in registry.findall("platforms/platform")}
# These two read what another argument says they read: push.c keeps them.
BY_HAND = {"vkCmdPushDescriptorSetKHR", "vkCmdPushDescriptorSetWithTemplateKHR"}


def beyond_the_headers():
    """Names that need a platform's header, or a provisional one."""
    names = set()
    for extension in registry.findall("extensions/extension"):
        if extension.get("platform") or extension.get("provisional") == "true" or extension.get("supported") == "disabled":
            names |= {e.get("name") for e in extension.iter() if e.tag in ("type", "command")}
    return names


LACKING = beyond_the_headers()
commands, command_aliases = {}, []
for c in registry.find("commands"):
    if c.get("alias"):
        command_aliases.append((c.get("name"), c.get("alias")))
    elif c.get("api") in (None, "vulkan"):
        commands[c.find("proto/name").text] = c
structs = {t.get("name"): t for t in registry.find("types") if t.get("category") == "struct" and not t.get("alias")}
unions = {t.get("name") for t in registry.find("types") if t.get("category") == "union"}


class Refused(Exception):
    pass


def member(node):
    """What a parameter or a member is: type, name, whether a pointer, its length."""
    text = " ".join("".join(t for t in node.itertext()).split())
    comment = node.find("comment")
    if comment is not None:
        text = text.replace(" ".join("".join(comment.itertext()).split()), "")
    return {"text": text, "type": node.find("type").text, "name": node.find("name").text, "stars": text.count("*"),
            "array": re.search(r"\[(.+)\]", text), "len": node.get("altlen") or node.get("len")}


def members(name):
    return [member(m) for m in structs[name].findall("member") if m.get("api") in (None, "vulkan")]


def has_pointers(name):
    return name in structs and any(m["stars"] for m in members(name))


deep, chained = {}, {}


def lengths(m, prefix, names):
    """C text for how many elements a pointer has."""
    if m["len"] is None:
        if m["type"] == "void":
            raise Refused
        return "1"
    first = m["len"].split(",")[0]
    if first == "null-terminated":
        return f"strlen({prefix}{m['name']}) + 1u"
    if "->" in first or "[" in first or "::" in first:
        raise Refused
    return re.sub(r"[A-Za-z_]\w*", lambda w: prefix + w.group(0) if w.group(0) in names else w.group(0), first)


def copy_pointer(m, prefix, names):
    """Lines that replace a pointer by one to a copy."""
    if m["stars"] > 1 or m["type"] in unions and m["type"].endswith("AddressKHR") or m["type"] in unions and "Address" in m["type"]:
        raise Refused
    target = prefix + m["name"]
    count = lengths(m, prefix, names)
    size = "1" if m["type"] == "void" else f"sizeof *{target}"
    if not has_pointers(m["type"]):
        return [f"{target} = list_copy(list, {target}, {count}, {size});"]
    deepen(m["type"])
    return [f"{m['type']} *{m['name']}_made = list_copy(list, {target}, {count}, {size});",
            f"for (size_t i = 0; {m['name']}_made != NULL && i < {count}; i++) keep_{m['type']}(list, &{m['name']}_made[i]);",
            f"{target} = {m['name']}_made;"]


def deepen(name):
    """A function that replaces all pointers of a structure by copies."""
    if name in deep:
        if deep[name] is None:
            raise Refused
        return
    if name in LACKING:
        raise Refused
    deep[name] = []
    try:
        lines, all_members = [], members(name)
        names = {m["name"] for m in all_members}
        for m in all_members:
            if m["name"] == "pNext":
                lines.append("made->pNext = keep_chain(list, made->pNext);")
            elif m["stars"]:
                block = copy_pointer(m, "made->", names)
                lines += block if len(block) == 1 else ["{"] + ["    " + line for line in block] + ["}"]
            elif has_pointers(m["type"]):
                deepen(m["type"])
                if m["array"]:
                    raise Refused
                lines.append(f"keep_{m['type']}(list, &made->{m['name']});")
            elif m["type"] in unions and "Address" in m["type"]:
                raise Refused
        deep[name] = lines
    except Refused:
        deep[name] = None
        raise
    for other, node in structs.items():  # what may hang on its pNext
        if name in (node.get("structextends") or "").split(",") and other not in chained and other not in LACKING:
            chained[other] = None
            try:
                deepen(other)
                chained[other] = members(other)[0] and structs[other].find("member").get("values")
            except Refused:
                pass


def parameter_field(p):
    if p["array"]:
        return f"{p['type']} {p['name']}[{p['array'].group(1)}];"
    return p["text"] + ";"


types, keeping, table, aliases = [], [], [], []
for name, c in sorted(commands.items()):
    if not name.startswith("vkCmd") or name in LACKING:
        continue
    short = name[2:]
    parameters = [member(p) for p in c.findall("param") if p.get("api") in (None, "vulkan")]
    rest = parameters[1:]
    result = c.find("proto/type").text
    table.append(short)
    if name in BY_HAND:
        continue
    names = {p["name"] for p in rest}
    head = ", ".join(p["text"] for p in parameters)
    call = ", ".join(p["name"] for p in rest)
    lines = []
    try:
        if "GeneratedCommands" in name:
            raise Refused
        for p in rest:
            if p["array"]:
                lines.append(f"memcpy(args->{p['name']}, {p['name']}, sizeof args->{p['name']});")
            else:
                lines.append(f"args->{p['name']} = {p['name']};")
        for p in rest:
            if p["stars"]:
                if "const" not in p["text"]:
                    raise Refused
                block = copy_pointer(p, "args->", names)
                lines += block if len(block) == 1 else ["{"] + ["    " + line for line in block] + ["}"]
    except Refused:
        lines = None
    returns = "return " if result != "void" else ""
    keeping.append(f"static VKAPI_ATTR {result} VKAPI_CALL capture_{short}({head}) {{")
    keeping.append(f"    list_t *list;")
    keeping.append(f"    const next_commands_t *next = command_begin(commandBuffer, &list);")
    passed = f"next->{short}(commandBuffer{', ' if call else ''}{call})"
    if lines is None:
        keeping.append(f"    list_refuse(list, \"{name}\");")
    else:
        body = "\n".join("    " + parameter_field(p) for p in rest) or "    char none;"
        types.append(f"typedef struct args_{short}_t {{\n{body}\n}} args_{short}_t;")
        keeping.append(f"    args_{short}_t *args = list_add(list, COMMAND_{short}, sizeof *args);")
        if lines:
            keeping.append("    if (args != NULL) {")
            keeping += ["        " + line for line in lines]
            keeping.append("    }")
    keeping.append(f"    {returns}{passed};\n}}")
    keeping.append(f"static void again_{short}(const next_commands_t *next, VkCommandBuffer to, const void *kept) {{")
    if lines is None:
        keeping.append("    (void)next, (void)to, (void)kept;\n}")
    else:
        keeping.append(f"    const args_{short}_t *args = kept;")
        again = "".join(", args->" + p["name"] for p in rest)
        keeping.append(f"    {'' if rest else '(void)args; '}next->{short}(to{again});\n}}")

for alias, target in sorted(command_aliases):
    if target[2:] in table and alias not in LACKING:
        aliases.append((alias, target[2:]))

features = []
for name in ["VkPhysicalDeviceFeatures"] + sorted(structs):
    node = structs[name]
    if name == "VkPhysicalDeviceFeatures" or "VkDeviceCreateInfo" in (node.get("structextends") or "") and "Features" in name:
        if name in LACKING or name == "VkPhysicalDeviceFeatures2":
            continue
        stype = node.find("member").get("values") if name != "VkPhysicalDeviceFeatures" else "0"
        for m in members(name):
            if m["type"] == "VkBool32":
                features.append(f"FEATURE({stype}, {name}, {m['name']})")

print("/* Vulkan's commands, kept and recorded again. Made by: packages/capture-layer/generate.py >commands.inc")
print(" * SPDX-License-Identifier: Apache-2.0\n */")
print("#ifdef COMMAND")
print("\n".join(f"COMMAND({short})" for short in table))
print("#endif\n#ifdef ALIAS")
print("\n".join(f'ALIAS("{alias}", {short})' for alias, short in aliases))
print("#endif\n#ifdef FEATURE")
print("\n".join(features))
print("#endif\n#ifdef COMMAND_TYPES")
print("\n".join(types))
print("#endif\n#ifdef COMMAND_FUNCTIONS")
kept = [(name, lines) for name, lines in deep.items() if lines is not None]
while True:  # drops functions that only refused commands use
    texts = keeping + [line for _, lines in kept for line in lines]
    used = set(re.findall(r"keep_(Vk\w+)\(", "\n".join(texts))) | set(chained)
    if all(name in used for name, _ in kept):
        break
    kept = [(name, lines) for name, lines in kept if name in used]
print("static void *keep_chain(list_t *list, const void *chain);")
for name, lines in kept:
    print(f"static void keep_{name}(list_t *list, {name} *made);")
for name, lines in kept:
    print(f"static void keep_{name}(list_t *list, {name} *made) {{\n    (void)list, (void)made;")
    print("\n".join("    " + line for line in lines) + "\n}" if lines else "}")
print("static void *keep_chain(list_t *list, const void *chain) {\n    if (list == NULL || chain == NULL) return NULL;")
print("    const VkBaseInStructure *base = chain;\n    switch ((uint32_t)base->sType) {")
for name, stype in sorted(chained.items()):
    if stype and deep.get(name) is not None:
        print(f"    case {stype}: {{\n        {name} *made = list_copy(list, chain, 1, sizeof *made);")
        print(f"        if (made != NULL) keep_{name}(list, made);\n        return made;\n    }}")
print("    default: list_refuse_structure(list, base->sType); return NULL;\n    }\n}")
print("\n".join(keeping))
print("#endif")

#!/usr/bin/env python3
"""Writes host/interpreter/opcodes.h, the names of SPIR-V's instructions, from the grammar of spirv-headers.
SPDX-License-Identifier: Apache-2.0

tools/spirv_opcodes.py >host/interpreter/opcodes.h
"""
import json

grammar = json.load(open("/usr/include/spirv/unified1/spirv.core.grammar.json", encoding="utf-8"))
names = {}
for each in grammar["instructions"]:
    names.setdefault(each["opcode"], each["opname"])
# What Debian 12's grammar has not yet: host/interpreter/newer.h.
names.update({4456: "OpTypeCooperativeMatrixKHR", 4457: "OpCooperativeMatrixLoadKHR",
              4458: "OpCooperativeMatrixStoreKHR", 4459: "OpCooperativeMatrixMulAddKHR",
              4460: "OpCooperativeMatrixLengthKHR", 5110: "OpGroupNonUniformQuadAllKHR",
              5111: "OpGroupNonUniformQuadAnyKHR"})
print("/* The names of SPIR-V's instructions up to 1.6 and the extensions that the interpreter may meet.")
print(" * SPDX-License-Identifier: Apache-2.0")
print(" *")
print(" * Made by tools/spirv_opcodes.py >host/interpreter/opcodes.h")
print(" */")
print("/* clang-format off */")
for opcode in sorted(names):
    if opcode < 5600 or "Atomic" in names[opcode]:
        print(f'{{{opcode}, "{names[opcode]}"}},')
print("/* clang-format on */")

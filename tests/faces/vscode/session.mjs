// The debugger by Visual Studio Code's own test client: session.mjs TOOL FOLDER. Closes with `N passed, N failed`.
// SPDX-License-Identifier: Apache-2.0
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [tool, folder] = process.argv.slice(2).map((name) => path.resolve(name));
const { DebugClient } = createRequire(path.join(folder, "x.js"))("@vscode/debugadapter-testsupport");
const TEXT = `#version 450
layout(local_size_x = 64) in;
shared uint s[64];
layout(binding = 0) buffer B { uint b[]; };
uint twice(uint x) {
    uint y = x * 2u;
    return y;
}
void main() {
    uint i = gl_LocalInvocationIndex;
    s[i] = b[gl_GlobalInvocationID.x];
    uint sum = twice(i);
    b[gl_GlobalInvocationID.x] = s[63 - i] + sum;
}
`;
const program = path.join(folder, "race.comp");
fs.writeFileSync(program, TEXT);
let passed = 0, failed = 0;

async function claim(what, body) {
  const client = new DebugClient(tool, "--dap", "nbl-emulate");
  client.defaultTimeout = 20000;
  try {
    await client.start();
    await body(client);
    passed++;
  } catch (error) {
    failed++;
    console.log(`failed: ${what}: ${error.message}`);
  }
  await client.stop().catch(() => {});
}

function equal(a, b) {
  if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error(`${JSON.stringify(a)} is not ${JSON.stringify(b)}`);
}

const value = async (client, expression, frameId) =>
  (await client.evaluateRequest({ expression, frameId, context: "watch" })).body.result;
// The client's own helper wants a stop's place; this one is sent and awaited by name.
const go = async (client, command, reason, line) => {
  const [stop] = await Promise.all([client.assertStoppedLocation(reason, { path: program, line }),
                                    client.send(command, { threadId: 1 })]);
  return stop.body.stackFrames[0].id;
};

await claim("it says what it can do", async (client) => {
  const { body } = await client.initializeRequest();
  equal([body.supportsStepBack, body.supportsConditionalBreakpoints, body.supportsDataBreakpoints], [true, true, true]);
  equal(body.exceptionBreakpointFilters.map((filter) => filter.filter),
        ["race", "outOfBounds", "barrier", "undefined", "shuffle", "difference"]);
});
await claim("a breakpoint", (client) => client.hitBreakpoint({ program }, { path: program, line: 7 }));
await claim("a condition, frames, a value", async (client) => {
  await Promise.all([
    client.waitForEvent("initialized").then(async () => {
      await client.setBreakpointsRequest({ source: { path: program }, breakpoints: [{ line: 7, condition: "x == 5" }] });
      await client.setExceptionBreakpointsRequest({ filters: [] });
      return client.configurationDoneRequest();
    }),
    client.initializeRequest().then(() => client.launchRequest({ program, groups: "1" })),
    client.assertStoppedLocation("breakpoint", { path: program, line: 7 }),
  ]);
  const { stackFrames } = (await client.stackTraceRequest({ threadId: 1 })).body;
  equal(stackFrames.map((frame) => [frame.name, frame.line]), [["twice", 7], ["main", 12]]);
  equal(await value(client, "y", stackFrames[0].id), "10");
  const { scopes } = (await client.scopesRequest({ frameId: stackFrames[1].id })).body;
  const lanes = scopes.find((scope) => scope.name === "All lanes").variablesReference;
  const [i] = (await client.variablesRequest({ variablesReference: lanes })).body.variables;
  const page = { variablesReference: i.variablesReference, filter: "indexed", start: 62, count: 2 };
  equal((await client.variablesRequest(page)).body.variables.map((lane) => lane.value), ["62", "63"]);
});
await claim("a race, who stored, and back", async (client) => {
  await Promise.all([
    client.waitForEvent("initialized").then(async () => {
      await client.setExceptionBreakpointsRequest({ filters: ["race"] });
      return client.configurationDoneRequest();
    }),
    client.initializeRequest().then(() => client.launchRequest({ program, groups: "1" })),
    client.assertStoppedLocation("exception", { path: program, line: 13 }),
  ]);
  const frame = (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames[0].id;
  equal((await value(client, "s[63]", frame)).replace(/^\d+/, "n"),
        "n  by workgroup (0, 0, 0) invocation 63, race.comp:11");
  const { dataId } = (await client.send("dataBreakpointInfo", { name: "s[63]" })).body;
  await client.send("setDataBreakpoints", { breakpoints: [{ dataId }] });
  await go(client, "reverseContinue", "data breakpoint", 11);
  await go(client, "stepBack", "step", 11); // it had stopped behind the store
  await go(client, "stepBack", "step", 10);
  await go(client, "next", "step", 11);
});
await claim("a launch that fails", async (client) => {
  await client.initializeRequest();
  const message = await client.launchRequest({ program: "/absent.comp" }).then(() => "", (error) => error.message);
  equal(message.includes("/absent.comp") && !message.includes("\n"), true);
});
if (passed + failed !== 5) failed++;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

"""What RenderDoc says of a captured dispatch: replay.py CAPTURE.rdc INVOCATION
SPDX-License-Identifier: Apache-2.0

Debugs one invocation of workgroup 0 to its end; prints steps that have an event, such as a NaN, the values loaded from
0xCC bytes, with which RenderDoc fills memory that nobody stored to, and the API's messages. Needs Debian's python3-renderdoc.
"""
import sys

import renderdoc as rd

rd.InitialiseReplay(rd.GlobalEnvironment(), [])
file = rd.OpenCaptureFile()
file.OpenFile(sys.argv[1], "", None)
status, controller = file.OpenCapture(rd.ReplayOptions(), None)
dispatch = next(a for a in controller.GetRootActions() if a.flags & rd.ActionFlags.Dispatch)
controller.SetFrameEvent(dispatch.eventId, True)
trace = controller.DebugThread((0, 0, 0), (int(sys.argv[2]), 0, 0))
steps = 0
while True:
    states = controller.ContinueDebug(trace.debugger)
    if not states:
        break
    for state in states:
        steps += 1
        if state.flags & rd.ShaderEvents.GeneratedNanOrInf:
            print("step %d: NaN or infinity" % state.stepIndex)
        for change in state.changes:
            if change.after.value.u32v[0] == 0xCCCCCCCC and change.after.type != rd.VarType.GPUPointer:
                print("step %d: %s = 0x%X" % (state.stepIndex, change.after.name, change.after.value.u32v[0]))
print("%d steps; messages of the API: %d" % (steps, len(controller.GetDebugMessages())))
rd.ShutdownReplay()

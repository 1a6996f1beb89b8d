"""A client of the Debug Adapter Protocol, for tests of `nbl-emulate --dap`.
SPDX-License-Identifier: Apache-2.0

TRANSCRIPT=FILE in the environment appends a line to FILE for each message: what is asked, what is answered, what is told.
"""
import json
import os
import subprocess

TRANSCRIPT = os.environ.get("TRANSCRIPT")
WIDTH = 220  # of a line of the transcript: a page of variables is cut off


def note(sign, what, body):
    if TRANSCRIPT:
        text = json.dumps(body, separators=(", ", ": ")) if body else ""
        line = ("%s %s %s" % (sign, what, text)).rstrip()
        with open(TRANSCRIPT, "a") as file:
            file.write((line if len(line) <= WIDTH else line[: WIDTH - 4] + " ...") + "\n")


class Client:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.seq = 0
        self.events = []

    def send(self, command, **arguments):
        self.seq += 1
        note("->", command, arguments)
        body = json.dumps({"seq": self.seq, "type": "request", "command": command, "arguments": arguments}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()
        return self.seq

    def read(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            if line == b"":
                raise EOFError("the adapter has ended")
            if line == b"\r\n":
                break
            name, value = line.split(b":")
            if name == b"Content-Length":
                length = int(value)
        message = json.loads(self.process.stdout.read(length))
        if message["type"] == "event":
            note("  event", message["event"], message.get("body"))
        else:
            note("<-", message["command"] + ("" if message["success"] else ": refused: " + message["message"]),
                 message.get("body"))
        return message

    def answer(self, seq):
        """The response to a request; events that come before it are kept."""
        while True:
            message = self.read()
            if message["type"] == "event":
                self.events.append(message)
            elif message["request_seq"] == seq:
                return message

    def ask(self, command, **arguments):
        answer = self.answer(self.send(command, **arguments))
        assert answer["success"], answer
        return answer.get("body", {})

    def refused(self, command, **arguments):
        answer = self.answer(self.send(command, **arguments))
        assert not answer["success"], answer
        return answer["message"]

    def event(self, name):
        while True:
            for i, event in enumerate(self.events):
                if event["event"] == name:
                    del self.events[i]
                    return event.get("body", {})
            message = self.read()
            assert message["type"] == "event", message
            assert name != "stopped" or message["event"] != "terminated", "the run has ended without a stop"
            self.events.append(message)

    def start(self, breakpoints=(), filters=(), source=None, **launch):
        """breakpoints: of source, else of the program, each a line or (line, condition)."""
        self.ask("initialize", adapterID="nbl-emulate", linesStartAt1=True, columnsStartAt1=True)
        self.ask("launch", **launch)
        self.event("initialized")
        lines = [dict(line=b) if isinstance(b, int) else dict(line=b[0], condition=b[1]) for b in breakpoints]
        made = self.ask("setBreakpoints", source={"path": source or launch["program"]}, breakpoints=lines)["breakpoints"]
        self.ask("setDataBreakpoints", breakpoints=[])  # as Visual Studio Code does
        self.ask("setExceptionBreakpoints", filters=list(filters))
        self.ask("configurationDone")
        return made

    def go(self, command, thread=0):
        """Goes on until the run stops: the stop's event, with the frame where it stands."""
        self.ask(command, threadId=thread or self.stop["threadId"])
        return self.stopped()

    def stopped(self):
        self.stop = self.event("stopped")
        frames = self.ask("stackTrace", threadId=self.stop["threadId"])["stackFrames"]
        self.stop["frames"] = frames
        self.stop["line"] = frames[0]["line"] if frames else 0
        return self.stop

    def scope(self, name, frame=0):
        for scope in self.ask("scopes", frameId=self.stop["frames"][frame]["id"])["scopes"]:
            if scope["name"].startswith(name):
                return scope["variablesReference"]
        raise KeyError(name)

    def variables(self, reference, **page):
        return self.ask("variables", variablesReference=reference, **page)["variables"]

    def value(self, expression, frame=0):
        return self.ask("evaluate", expression=expression, frameId=self.stop["frames"][frame]["id"])["result"]

    def end(self):
        self.ask("disconnect")
        self.process.stdin.close()
        status = self.process.wait(timeout=20)
        self.process.stdout.close()
        return status

#!/usr/bin/env python3
# Starts a program, attaches the Interceptor to its functions that match, and lets the program run.
# The callbacks are native code. They count in the program's own variable, and the program prints
# the counts itself.
# usage: run.py GLOB PROGRAM WORD…
import fnmatch
import os
import sys
import threading

import frida

SCRIPT = r"""
rpc.exports.attach = function (glob) {
  const program = Process.mainModule;
  const symbols = program.enumerateSymbols();
  const notified = symbols.find(s => s.name === 'retprobe_peer_notified').address;
  const callbacks = new CModule(`
    #include <gum/guminterceptor.h>
    extern volatile guint64 notified[2];
    void onEnter(GumInvocationContext *context) { notified[0]++; }
    void onLeave(GumInvocationContext *context) { notified[1]++; }
  `, { notified: notified });
  const pattern = new RegExp(glob);
  const chosen = new Map();
  for (const s of symbols)
    if (s.type === 'function' && pattern.test(s.name)) chosen.set(s.address.toString(), s.address);
  for (const address of chosen.values()) Interceptor.attach(address, callbacks);
  Interceptor.flush();
  globalThis.kept = callbacks;  // callbacks must outlive this function
  return chosen.size;
};
"""

# Frida gives up by itself on a busy machine. The program has not begun then, so it can be started
# again.
TRIES = 4


def start(device, glob, words, ended):
    """Starts the program, attaches to it, and stops with an error where no function matches.

    Returns the program, which is about to begin, and the objects that must stay alive for it."""
    process = device.spawn(words, stdio="inherit")
    try:
        session = device.attach(process)
        script = session.create_script(SCRIPT)
        script.load()
        if (
            script.exports_sync.attach(
                fnmatch.translate(glob).replace(r"(?s:", "^(?:").replace(r"\Z", "$")
            )
            == 0
        ):
            sys.exit(f"Frida found no function '{glob}'")
        session.on("detached", lambda *_: ended.set())
        return process, session, script
    except BaseException:
        device.kill(process)
        raise


glob, words = sys.argv[1], sys.argv[2:]
ended = threading.Event()
device = frida.get_local_device()
for attempt in range(TRIES):
    try:
        process, *kept = start(device, glob, words, ended)
        break
    except (frida.TimedOutError, frida.TransportError) as error:
        print(f"Frida could not start the program: {error}", file=sys.stderr)
else:
    sys.exit(f"Frida could not start the program in {TRIES} attempts")
device.resume(process)
ended.wait()
os._exit(0)

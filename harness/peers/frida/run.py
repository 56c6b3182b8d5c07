#!/usr/bin/env python3
# Starts a program, attaches the Interceptor to its functions that match, and lets it run. usage: run.py GLOB PROGRAM WORD…
# The callbacks are native code and count in the program's own variable, which it shows itself.
import fnmatch
import os
import sys
import threading

import frida

SCRIPT = r"""
rpc.exports.attach = function (glob) {
  const program = Process.mainModule;
  const symbols = program.enumerateSymbols();
  const told = symbols.find(s => s.name === 'retprobe_peer_told').address;
  const callbacks = new CModule(`
    #include <gum/guminterceptor.h>
    extern volatile guint64 told[2];
    void onEnter(GumInvocationContext *context) { told[0]++; }
    void onLeave(GumInvocationContext *context) { told[1]++; }
  `, { told: told });
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

glob, words = sys.argv[1], sys.argv[2:]
ended = threading.Event()
device = frida.get_local_device()
process = device.spawn(words, stdio="inherit")
session = device.attach(process)
session.on("detached", lambda *_: ended.set())
script = session.create_script(SCRIPT)
script.load()
if script.exports_sync.attach(fnmatch.translate(glob).replace(r"(?s:", "^(?:").replace(r"\Z", "$")) == 0:
    device.kill(process)
    sys.exit(f"Frida found no function '{glob}'")
device.resume(process)
ended.wait()
os._exit(0)

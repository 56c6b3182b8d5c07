#!/usr/bin/env python3
# Loads a script into the process that frida.cc is in, says "ready" or what went wrong, and stays
# until its standard input ends: the script goes when this goes.
# usage: frida_agent.py PROCESS ADDRESS
import sys

SCRIPT = r"""
rpc.exports.meet = function (address) {
  const place = ptr(address), word = Process.pointerSize;
  const callbacks = new CModule(`
    #include <gum/guminterceptor.h>
    extern void entered(gpointer data, gpointer of_call);
    extern void left(gpointer data, gpointer of_call, gpointer value);
    #define DATA(context) gum_invocation_context_get_listener_function_data(context)
    #define OF_CALL(context) gum_invocation_context_get_listener_invocation_data(context, 16)
    void onEnter(GumInvocationContext *context) { entered(DATA(context), OF_CALL(context)); }
    void onLeave(GumInvocationContext *context) {
      left(DATA(context), OF_CALL(context), gum_invocation_context_get_return_value(context));
    }
  `, { entered: place.readPointer(), left: place.add(word).readPointer() });
  const listeners = [];
  let problem = null;
  const attach = new NativeCallback((target, data, listener) => {
    try {
      const made = Interceptor.attach(target, callbacks, data);
      listener.writePointer(ptr(listeners.push(made) - 1));
      return NULL;
    } catch (error) {
      problem = Memory.allocUtf8String(error.message);
      return problem;
    }
  }, 'pointer', ['pointer', 'pointer', 'pointer']);
  const detach = new NativeCallback(number => {
    listeners[number.toUInt32()].detach();
  }, 'void', ['pointer']);
  place.add(2 * word).writePointer(attach);
  place.add(3 * word).writePointer(detach);
  globalThis.kept = [callbacks, attach, detach];  // they must outlive this function
};
"""

sys.path.pop(0)  # this folder, where frida.so is another thing
try:
    import frida

    session = frida.get_local_device().attach(int(sys.argv[1]))
    script = session.create_script(SCRIPT)
    script.load()
    script.exports_sync.meet(sys.argv[2])
    print("ready", flush=True)
except Exception as error:
    sys.exit(print(" ".join(str(error).split()), flush=True))
sys.stdin.read()

// The guest's init. The second serial port is the host's; the first is the kernel's console.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <termios.h>
#include <unistd.h>

#include "answer.h"
#include "mitigations.h"
#include "module.h"
#include "probes.h"
#include "reproduce.h"
#include "scene.h"
#include "traces.h"

static void mount_or_say(const char* what, const char* where) {
  if (mkdir(where, 0755) && errno != EEXIST) perror(where);
  if (mount(what, where, what, 0, NULL) && errno != EBUSY) perror(where);
}

// The host's port, without echo and without a modem's signals.
static int open_port(void) {
  const int port = open("/dev/ttyS1", O_RDWR | O_NOCTTY | O_NONBLOCK);
  struct termios settings;
  if (port < 0 || tcgetattr(port, &settings)) return -1;
  cfmakeraw(&settings);
  settings.c_cflag |= CLOCAL | CREAD;
  cfsetspeed(&settings, B115200);
  if (tcsetattr(port, TCSANOW, &settings) || fcntl(port, F_SETFL, 0)) return -1;
  return port;
}

static void power_off(const char* why) {
  if (why) fprintf(stderr, "retprobe: %s: %s\n", why, strerror(errno));
  fflush(stderr);
  sync();
  reboot(RB_POWER_OFF);
}

static void obey(const char* line, struct answer* answer) {
  char mechanism[32] = "", handlers[32] = "";
  int users = 0;
  if (sscanf(line, "attach %31s %d %31s", mechanism, &users, handlers) == 3 &&
      is_bpf_mechanism(mechanism)) {
    if (!strcmp(handlers, "nop"))
      answer_error(answer, "programs of BPF have no handlers with a nop");
    else
      attach_bpf(mechanism, users, !strcmp(handlers, "count"), answer);
    return;
  }
  if (!strcmp(line, "mitigations")) {
    list_mitigations(answer);
    return;
  }
  if (!strcmp(line, "traces")) {
    list_traces(answer);
    return;
  }
  if (obey_reproduce(line, answer) || obey_bpf_scene(line, answer)) return;
  if (!strcmp(line, "detach")) {
    detach_bpf();
    end_bpf_scene();
  }
  forget_bpf_hits();
  ask_module(line, answer);
  if (bpf_is_attached() && !strncmp(line, "run ", 4) && !strncmp(answer->text, "ok ", 3)) {
    const size_t used = strlen(answer->text);
    snprintf(answer->text + used, sizeof answer->text - used, " hits=%lu", bpf_hits());
  }
}

int main(void) {
  mount_or_say("proc", "/proc");
  mount_or_say("sysfs", "/sys");
  mount_or_say("devtmpfs", "/dev");
  mount_or_say("tracefs", "/sys/kernel/tracing");
  mkdir("/tmp", 0755);
  const int port = open_port();
  FILE* from_host = port < 0 ? NULL : fdopen(port, "r");
  FILE* to_host = port < 0 ? NULL : fdopen(dup(port), "w");
  if (!from_host || !to_host) power_off("/dev/ttyS1");
  setvbuf(to_host, NULL, _IOLBF, 0);
  const int error = load_module();
  struct utsname kernel;
  uname(&kernel);
  if (error)
    fprintf(to_host, "error the module cannot be loaded: %s\n", strerror(error));
  else
    fprintf(to_host, "ready %s\n", kernel.release);
  char line[128];
  while (!error && fgets(line, sizeof line, from_host)) {
    struct answer answer = {""};
    line[strcspn(line, "\r\n")] = 0;
    if (!strcmp(line, "off")) break;
    obey(line, &answer);
    fprintf(to_host, "%s\n", answer.text);
  }
  tcdrain(port);
  power_off(NULL);
  return 0;
}

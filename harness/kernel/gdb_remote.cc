#include "harness/kernel/gdb_remote.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace retprobe::harness {
namespace {

std::string hex(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(value));
  return text;
}

unsigned checksum(const std::string& packet) {
  unsigned sum = 0;
  for (const char letter : packet) sum += static_cast<unsigned char>(letter);
  return sum & 0xff;
}

std::vector<std::byte> bytes_of(const std::string& digits) {
  std::vector<std::byte> bytes;
  for (std::size_t at = 0; at + 1 < digits.size(); at += 2) {
    unsigned value = 0;
    const char* const end = digits.data() + at + 2;
    if (std::from_chars(digits.data() + at, end, value, 16).ptr != end)
      throw std::runtime_error("QEMU's debugger stub answers '" + digits + "'");
    bytes.push_back(static_cast<std::byte>(value));
  }
  return bytes;
}

// Where the stub puts a register into its answer to `g`: i386-64bit.xml of QEMU.
template <class Register>
void take(Register& into, const std::vector<std::byte>& from, std::size_t offset) {
  if (offset + sizeof into > from.size())
    throw std::runtime_error("QEMU's debugger stub gives too few registers");
  std::memcpy(&into, from.data() + offset, sizeof into);
}

}  // namespace

GdbRemote::GdbRemote(const std::string& path, double patience_seconds)
    : socket_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)), patience_(patience_seconds) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    throw std::runtime_error("the path of QEMU's debugger socket is too long: " + path);
  path.copy(address.sun_path, path.size());
  if (!socket_.ok() ||
      connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("QEMU's debugger socket: " + std::string(std::strerror(errno)));
  // The stub tells that the machine has stopped when it is asked, and once unasked.
  send("?");
  send("qC");
  while (!receive().starts_with("QC")) continue;
}

void GdbRemote::stop_at(std::uintptr_t address) {
  if (const std::string answer = ask("Z1," + hex(address) + ",1"); answer != "OK")
    throw std::runtime_error("QEMU refuses a breakpoint: '" + answer + "'");
}

void GdbRemote::run() { send("c"); }
void GdbRemote::wait() { (void)receive(); }
void GdbRemote::step() { ask("s"); }

user_regs_struct GdbRemote::registers() {
  const std::vector<std::byte> all = bytes_of(ask("g"));
  user_regs_struct registers{};
  decltype(registers.rax)* const general[] = {
      &registers.rax, &registers.rbx, &registers.rcx, &registers.rdx, &registers.rsi,
      &registers.rdi, &registers.rbp, &registers.rsp, &registers.r8,  &registers.r9,
      &registers.r10, &registers.r11, &registers.r12, &registers.r13, &registers.r14,
      &registers.r15, &registers.rip};
  std::size_t offset = 0;
  for (auto* value : general) {
    take(*value, all, offset);
    offset += sizeof *value;
  }
  constexpr std::size_t flags_and_selectors = 7 * sizeof(std::uint32_t);
  offset += flags_and_selectors;
  take(registers.fs_base, all, offset);
  take(registers.gs_base, all, offset + sizeof registers.fs_base);
  return registers;
}

std::vector<std::byte> GdbRemote::read(std::uintptr_t address, std::size_t bytes) {
  std::vector<std::byte> code = bytes_of(ask("m" + hex(address) + "," + hex(bytes)));
  if (code.size() != bytes)
    throw std::runtime_error("memory at 0x" + hex(address) + " cannot be read");
  return code;
}

std::string GdbRemote::ask(const std::string& packet) {
  send(packet);
  return receive();
}

void GdbRemote::send(const std::string& packet) {
  char end[4];
  std::snprintf(end, sizeof end, "#%02x", checksum(packet));
  const std::string text = "$" + packet + end;
  if (::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(text.size()))
    throw std::runtime_error("QEMU no longer listens to its debugger");
}

// The next packet: "$data#xx". What acknowledges ours ("+") stands between packets.
std::string GdbRemote::receive() {
  for (;;) {
    const std::size_t begin = pending_.find('$'), end = pending_.find('#', begin);
    constexpr std::size_t checksum_digits = 2;
    if (begin != std::string::npos && end != std::string::npos &&
        pending_.size() > end + checksum_digits) {
      std::string data = pending_.substr(begin + 1, end - begin - 1);
      pending_.erase(0, end + 1 + checksum_digits);
      if (::send(socket_.get(), "+", 1, MSG_NOSIGNAL) != 1)
        throw std::runtime_error("QEMU no longer listens to its debugger");
      return data;
    }
    fill();
  }
}

void GdbRemote::fill() {
  pollfd wait{socket_.get(), POLLIN, 0};
  int ready;
  do ready = poll(&wait, 1, static_cast<int>(patience_ * 1000));
  while (ready < 0 && errno == EINTR);
  char buffer[4096];
  const ssize_t got = ready > 0 ? ::read(socket_.get(), buffer, sizeof buffer) : 0;
  if (got <= 0)
    throw std::runtime_error(ready == 0 ? "the stepped guest hangs"
                                        : "the stepped guest has ended");
  pending_.append(buffer, static_cast<std::size_t>(got));
}

}  // namespace retprobe::harness

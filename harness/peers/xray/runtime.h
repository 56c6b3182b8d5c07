// The functions of XRay's runtime that are used here, from compiler-rt's public interface
// (xray/xray_interface.h). Debian has those headers in another package than the runtime.
#pragma once

#include <cstddef>
#include <cstdint>

enum XRayEntryType { ENTRY = 0, EXIT = 1, TAIL = 2, LOG_ARGS_ENTRY = 3 };
enum XRayPatchingStatus { NOT_INITIALIZED = 0, SUCCESS = 1, ONGOING = 2, FAILED = 3 };
extern "C" {
int __xray_set_handler(void (*handler)(std::int32_t, XRayEntryType));
void __xray_init();
XRayPatchingStatus __xray_patch();
XRayPatchingStatus __xray_unpatch();
XRayPatchingStatus __xray_patch_function(std::int32_t id);
std::uintptr_t __xray_function_address(std::int32_t id);
std::size_t __xray_max_function_id();
}

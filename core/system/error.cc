#include "retprobe/error.h"

#include <system_error>

namespace retprobe {

Error system_error(const std::string& what, int error_number) {
  return {Error::Code::system, what + ": " + std::generic_category().message(error_number)};
}

}  // namespace retprobe

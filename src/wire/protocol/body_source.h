#pragma once

#include <cstddef>
#include <string>

namespace partita::protocol {

// A body that is written while it is sent, so that a large answer never has to be in memory as
// text. It owns all that it is made of.   THREADS: one thread at a time.
class BodySource {
 public:
  virtual ~BodySource() = default;

  // Appends what comes next: as much as is wanted or a little more, less only at the end of the
  // body. False if nothing is left after it.
  virtual bool append_next(std::string& target, std::size_t bytes_wanted) = 0;
};

}  // namespace partita::protocol

#pragma once

#include <cstddef>
#include <memory>

#include "engine/engine.h"

namespace partita::engine {

// Which keys the suite merges: all that begin with "sum " hold a decimal number, and numbers are
// added; a sum of 0 is no row. Every home opens its engine with it.
Combine suite_kinds(ByteView key);

// Where one engine lives during one test, empty at first. Its end leaves nothing behind.
class EngineHome {
 public:
  virtual ~EngineHome() = default;
  virtual Engine& engine() = 0;
  // How many random histories such an engine goes through in a few seconds.
  virtual std::size_t histories() const = 0;
  // Whether a commit may also be refused for a key that it writes without having read it.
  virtual bool may_refuse_unread_writes() const { return false; }
};

// A home that remembers: for engines whose content outlives them.
class DurableHome : public EngineHome {
 public:
  // Closes the engine and opens another one on what it has stored.
  virtual void reopen() = 0;
};

using MakeHome = std::unique_ptr<EngineHome> (*)();
using MakeDurableHome = std::unique_ptr<DurableHome> (*)();

}  // namespace partita::engine

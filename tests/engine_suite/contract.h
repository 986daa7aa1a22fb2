#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "engine_suite/blocking.h"
#include "engine_suite/engine_home.h"

// The suite that every engine passes. A program that links it names its engine once:
//   INSTANTIATE_TEST_SUITE_P(Memory, EngineContract, testing::Values(&make_memory_home));
namespace partita::engine {

class EngineContract : public ::testing::TestWithParam<MakeHome> {
 protected:
  Engine& engine() { return home_->engine(); }
  std::size_t histories() const { return home_->histories(); }
  bool may_refuse_unread_writes() const { return home_->may_refuse_unread_writes(); }

 private:
  std::unique_ptr<EngineHome> home_ = GetParam()();
};

// What is asked only of an engine whose content outlives it.
class DurableEngineContract : public ::testing::TestWithParam<MakeDurableHome> {
 protected:
  Engine& engine() { return home_->engine(); }
  void reopen() { home_->reopen(); }

 private:
  std::unique_ptr<DurableHome> home_ = GetParam()();
};

}  // namespace partita::engine

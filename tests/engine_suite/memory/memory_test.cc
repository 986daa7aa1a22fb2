#include "engine/memory/memory_engine.h"

#include "engine_suite/contract.h"

namespace partita::engine {
namespace {

class MemoryHome final : public EngineHome {
 public:
  Engine& engine() override { return *engine_; }
  std::size_t histories() const override { return 4000; }

 private:
  const std::unique_ptr<Engine> engine_ = open_memory_engine(&suite_kinds);
};

std::unique_ptr<EngineHome> make_memory_home() { return std::make_unique<MemoryHome>(); }

INSTANTIATE_TEST_SUITE_P(Memory, EngineContract, testing::Values(&make_memory_home));

}  // namespace
}  // namespace partita::engine

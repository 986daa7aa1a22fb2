#include <filesystem>

#include "engine/rocksdb/rocksdb_engine.h"
#include "engine_suite/contract.h"
#include "partita/base/random.h"

namespace partita::engine {
namespace {

class RocksdbHome final : public DurableHome {
 public:
  RocksdbHome() { open(); }
  ~RocksdbHome() override {
    engine_.reset();
    std::filesystem::remove_all(directory_);
  }

  Engine& engine() override { return *engine_; }
  std::size_t histories() const override { return 200; }

  void reopen() override {
    engine_.reset();
    open();
  }

 private:
  void open() {
    auto opened = open_rocksdb_engine({.directory = directory_}, &suite_kinds);
    if (!opened.ok()) throw std::runtime_error(opened.error().to_string());
    engine_ = std::move(opened).value();
  }

  const std::filesystem::path directory_ =
      std::filesystem::temp_directory_path() /
      ("partita-engine-suite-" + std::to_string(SystemRandom().next()));
  std::unique_ptr<RocksdbEngine> engine_;
};

std::unique_ptr<EngineHome> make_home() { return std::make_unique<RocksdbHome>(); }
std::unique_ptr<DurableHome> make_durable_home() { return std::make_unique<RocksdbHome>(); }

INSTANTIATE_TEST_SUITE_P(Rocksdb, EngineContract, testing::Values(&make_home));
INSTANTIATE_TEST_SUITE_P(Rocksdb, DurableEngineContract, testing::Values(&make_durable_home));

}  // namespace
}  // namespace partita::engine

#pragma once

#include <rocksdb/listener.h>

#include <memory>

#include "engine/rocksdb/write_gate.h"

namespace partita::engine {

// Hears from RocksDB what goes wrong behind the scenes and closes the gate for as long as it does.
class BackgroundErrors final : public rocksdb::EventListener {
 public:
  explicit BackgroundErrors(std::shared_ptr<WriteGate> gate) : gate_(std::move(gate)) {}

  const char* Name() const override { return "PartitaBackgroundErrors"; }
  void OnBackgroundError(rocksdb::BackgroundErrorReason reason,
                         rocksdb::Status* background_error) override;
  void OnErrorRecoveryEnd(const rocksdb::BackgroundErrorRecoveryInfo& info) override;

 private:
  const std::shared_ptr<WriteGate> gate_;
};

}  // namespace partita::engine

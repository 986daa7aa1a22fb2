#include "engine/rocksdb/background_errors.h"

#include <fmt/format.h>

namespace partita::engine {

void BackgroundErrors::OnBackgroundError(rocksdb::BackgroundErrorReason,
                                         rocksdb::Status* background_error) {
  // RocksDB gets over a full disk by itself and tells us when it has.
  if (background_error->IsNoSpace()) {
    gate_->close_for_now(fmt::format(
        "the disk is full ({}); writes resume by themselves when space is freed, reads go on",
        background_error->ToString()));
    return;
  }
  gate_->close_for_good(fmt::format(
      "the store failed in the background ({}): writes are refused until a restart, reads go on",
      background_error->ToString()));
}

void BackgroundErrors::OnErrorRecoveryEnd(const rocksdb::BackgroundErrorRecoveryInfo& info) {
  if (info.new_bg_error.ok()) gate_->reopen();
}

}  // namespace partita::engine

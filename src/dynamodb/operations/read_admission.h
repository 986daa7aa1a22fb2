#pragma once

#include "dynamodb/operations/context.h"
#include "dynamodb/throughput/throughput_gate.h"
#include "partita/base/result.h"

namespace partita::operations {

// What one read takes of the throughput of a table or an index: a little before it begins, the rest
// when it is known. A branch if the table is not watched.
// REQUIRES: table and index of the part outlive it.
class ReadAdmission {
 public:
  // `part.partition` may be the key of the item.
  ReadAdmission(const ReadContext& context, const throughput::UsedPart& part)
      : throughput_(context.throughput_of(part.table)),
        part_{.table = part.table,
              .index = part.index,
              .partition = throughput::partition_of(part.partition)} {}

  bool is_watched() const { return throughput_ != nullptr; }

  // ERRORS: those of throughput::refusal.
  Status ask(double units_min) {
    if (throughput_ == nullptr) return {};
    TRY(throughput_->admit(throughput::Use::Read, part_, units_min));
    admitted_ = units_min;
    return {};
  }
  // `units` is all that the read has cost.
  void charge(double units) {
    if (throughput_ == nullptr) return;
    throughput_->charge(throughput::Use::Read, part_, units - admitted_);
    admitted_ = units;
  }

 private:
  throughput::ThroughputGate* throughput_;
  throughput::UsedPart part_;
  double admitted_ = 0;
};

}  // namespace partita::operations

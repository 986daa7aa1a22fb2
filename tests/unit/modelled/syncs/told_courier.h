#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "modelled/syncs/courier.h"
#include "modelled/syncs/sync_commands.h"

namespace partita::syncs {

inline Receipt refusing(std::string error = "HTTP 422") {
  return {.kind = Receipt::Kind::Refused, .error = std::move(error)};
}
inline Receipt busy() { return {.kind = Receipt::Kind::Busy, .error = "HTTP 503"}; }

// Who is told: does what the test says, and remembers what it has taken.
class ToldCourier final : public Courier {
 public:
  struct Told {
    std::string id;  // event_id
    EventKind kind{};
    std::string item;
    int n = 0;
    std::optional<int> old;
    friend bool operator==(const Told&, const Told&) = default;
  };

  // Null: takes everything.
  std::function<Receipt(const Told&)> answer = {};

  // Of a request for several: says what it has taken of it although it is busy with the rest.
  bool tells_parts = false;
  // Of a request for several: takes nothing if it would refuse some of it.
  bool refuses_whole = false;
  std::function<void()> before_request = [] {};

  Receipt deliver(const Parcel& parcel) override {
    const std::lock_guard lock(mutex_);
    before_request();
    Receipt all{.kind = Receipt::Kind::Taken};
    const std::size_t taken_before = taken_.size();
    for (const StampedEvent& stamped : parcel.events) {
      Told told = told_of(parcel, stamped);
      Receipt receipt{.kind = Receipt::Kind::Taken};
      if (answer) receipt = answer(told);
      if (receipt.kind == Receipt::Kind::Taken) {
        taken_.push_back(std::move(told));
        all.taken.push_back(stamped.stamp);
      } else if (parcel.events.size() == 1) {
        return receipt;
      } else if (tells_parts && receipt.kind == Receipt::Kind::Busy) {
        all.kind = Receipt::Kind::Busy;
      } else {
        all.refused.push_back({.stamp = stamped.stamp, .error = receipt.error});
      }
    }
    if (!refuses_whole || all.refused.empty()) return all;
    taken_.resize(taken_before);
    return refusing();
  }

  std::vector<Told> taken() const {
    const std::lock_guard lock(mutex_);
    return taken_;
  }
  // What was taken of each item, in order, an event once.
  std::map<std::string, std::vector<int>> numbers() const {
    std::map<std::string, std::vector<int>> numbers;
    std::map<std::string, int> seen;
    for (const Told& told : taken()) {
      if (seen[told.id]++ == 0) numbers[told.item].push_back(told.n);
    }
    return numbers;
  }

 private:
  static int number_in(const ItemView& image) {
    return std::stoi(image.find("n")->number().to_string());
  }
  static Told told_of(const Parcel& parcel, const StampedEvent& stamped) {
    Told told{.id = event_id(parcel.instance, stamped.stamp),
              .kind = stamped.event.kind,
              .item = std::string(stamped.event.image.find("id")->string()),
              .n = number_in(stamped.event.image),
              .old = {}};
    if (stamped.event.old) told.old = number_in(*stamped.event.old);
    return told;
  }

  mutable std::mutex mutex_;
  std::vector<Told> taken_;
};

}  // namespace partita::syncs

#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <optional>
#include <string_view>
#include <vector>

#include "model/formula/formula.h"
#include "model/rules/row_program.h"
#include "partita/value/encoded_item.h"
#include "partita/value/item_view.h"

namespace partita::rules {

// The new item of a write while it is being filled: for each slot of the program the stored value,
// the value of the request, and the value to store. Small items need no additional memory.
// THREADS: one thread at a time.
class Draft {
 public:
  // The program and the bytes of both items must outlive the draft.
  Draft(const RowProgram& program, std::optional<ItemView> before, const ItemView& after);
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  const RowProgram& program() const { return program_; }
  const ItemView& request() const { return request_; }
  const std::optional<ItemView>& before() const { return before_; }

  // The present value, including NULL, or nullopt.
  std::optional<ValueView> at(SlotIndex slot) const { return view(states_[slot].now); }
  std::optional<ValueView> before(SlotIndex slot) const { return view(states_[slot].before); }
  // The value of the request, if it differs from the stored one.
  std::optional<ValueView> sent(SlotIndex slot) const;
  // Present and not NULL.
  bool has(SlotIndex slot) const;
  bool is_changed(SlotIndex slot) const { return states_[slot].now != states_[slot].before; }
  // Finds an attribute by its name; if no rule knows it, it is looked up in the request.
  std::optional<ValueView> find(std::string_view name) const;

  // A value whose bytes live as long as the draft.
  ValueView keep(const Value& value);
  // REQUIRES: the bytes of `value` outlive the draft, here and below.
  void set(SlotIndex slot, const ValueView& value) { states_[slot].now = value.bytes(); }
  void remove(SlotIndex slot) { states_[slot].now = {}; }
  // Replaces the value of the request by its intended form; nullopt: by none.
  void reword(SlotIndex slot, std::optional<ValueView> value);

  // The item to store, if it differs from the request. Slots that are only observed keep the values
  // of the request.
  // ERRORS: InvalidArgument with DynamoDB's message if it is nested too deeply.
  Result<std::optional<EncodedItem>> filled() const;

 private:
  struct State {
    ByteView before;
    ByteView request;
    ByteView sent;  // The request's value, reworded.
    ByteView now;
  };

  static std::optional<ValueView> view(ByteView bytes) {
    return bytes.empty() ? std::nullopt : std::optional(ValueView::from_valid(bytes));
  }
  template <typename Take>
  void walk(const ItemView& item, Take take);
  ByteView stored(SlotIndex slot) const;

  static constexpr std::size_t kOwnBytes = 6 * 1024;

  const RowProgram& program_;
  std::optional<ItemView> before_;
  ItemView request_;
  std::array<std::byte, kOwnBytes> own_;
  std::pmr::monotonic_buffer_resource memory_;
  std::pmr::vector<State> states_;
};

// A draft as formulas see it.
class DraftInput final : public model::FormulaInput {
 public:
  DraftInput(const Draft& draft, model::Instant now) : draft_(draft), now_(now) {}
  std::optional<ValueView> find(model::FormulaSource source,
                                std::span<const PathStep> path) const override;
  model::Instant now() const override { return now_; }

 private:
  const Draft& draft_;
  model::Instant now_;
};

}  // namespace partita::rules

#include "model/rules/draft.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "partita/value/item_codec.h"
#include "partita/value/item_writer.h"

namespace partita::rules {

// Both the item's attributes and the slots are sorted by name.
template <typename Take>
void Draft::walk(const ItemView& item, Take take) {
  const std::vector<Slot>& slots = program_.slots;
  std::size_t slot = 0;
  for (const MemberView& member : item.attributes()) {
    while (slot < slots.size() && slots[slot].name < member.name) ++slot;
    if (slot == slots.size()) return;
    if (slots[slot].name == member.name) take(states_[slot], member.value.bytes());
  }
}

Draft::Draft(const RowProgram& program, std::optional<ItemView> before, const ItemView& after)
    : program_(program),
      before_(before),
      request_(after),
      memory_(own_.data(), own_.size()),
      states_(program.slots.size(), &memory_) {
  walk(request_,
       [](State& state, ByteView value) { state.request = state.sent = state.now = value; });
  if (before_) walk(*before_, [](State& state, ByteView value) { state.before = value; });
}

std::optional<ValueView> Draft::sent(SlotIndex slot) const {
  const State& state = states_[slot];
  return state.sent == state.before ? std::nullopt : view(state.sent);
}

bool Draft::has(SlotIndex slot) const {
  const auto value = at(slot);
  return value && value->type() != ValueType::Null;
}

std::optional<ValueView> Draft::find(std::string_view name) const {
  const auto slot = program_.find_slot(name);
  return slot ? at(*slot) : request_.find(name);
}

ValueView Draft::keep(const Value& value) {
  const Bytes encoded = encode(value);
  auto* copy = static_cast<char*>(memory_.allocate(encoded.size(), 1));
  std::memcpy(copy, encoded.data(), encoded.size());
  return ValueView::from_valid({copy, encoded.size()});
}

void Draft::reword(SlotIndex slot, std::optional<ValueView> value) {
  states_[slot].sent = states_[slot].now = value ? value->bytes() : ByteView();
}

ByteView Draft::stored(SlotIndex slot) const {
  const State& state = states_[slot];
  return program_[slot].level == model::Enforcement::Enforce ? state.now : state.request;
}

Result<std::optional<EncodedItem>> Draft::filled() const {
  bool differs = false;
  for (SlotIndex i = 0; i < states_.size(); ++i) differs |= stored(i) != states_[i].request;
  if (!differs) return std::optional<EncodedItem>();

  ItemWriter writer;
  const auto write = [&writer](std::string_view name, ByteView value) {
    writer.name(name);
    writer.value(ValueView::from_valid(value));
  };
  const MapView attributes = request_.attributes();
  auto member = attributes.begin();
  for (SlotIndex i = 0; i < states_.size(); ++i) {
    const std::string_view name = program_[i].name;
    for (; member != attributes.end() && member->name < name; ++member) {
      write(member->name, member->value.bytes());
    }
    if (member != attributes.end() && member->name == name) ++member;
    if (!stored(i).empty()) write(name, stored(i));
  }
  for (; member != attributes.end(); ++member) write(member->name, member->value.bytes());
  return std::optional(EncodedItem(TRY(writer.finish())));
}

std::optional<ValueView> DraftInput::find(model::FormulaSource source,
                                          std::span<const PathStep> path) const {
  const auto* name = path.empty() ? nullptr : std::get_if<std::string_view>(&path.front());
  if (name == nullptr || source == model::FormulaSource::Parameter) return std::nullopt;
  std::optional<ValueView> value;
  if (source == model::FormulaSource::New) {
    value = draft_.find(*name);
  } else if (draft_.before()) {
    value = draft_.before()->find(*name);
  }
  return value ? value->follow(path.subspan(1)) : std::nullopt;
}

}  // namespace partita::rules

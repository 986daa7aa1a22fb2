#include "model/samples/sample_writes.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "model/samples/sample_plan.h"
#include "model/samples/story.h"

namespace partita::samples {
namespace {

using model::Attribute;
using model::AutoStamp;
using model::Duration;
using model::Entity;
using model::Instant;
using model::Sample;
using model::Transition;

using Time = std::optional<Instant>;

// What the file says about when the item was written: not when it will expire, nor a term that
// follows from another time.
bool tells_time(const Entity& entity, const Attribute& attribute) {
  if (attribute.type->kind != model::AttributeKind::Timestamp) return false;
  const bool is_expiry = entity.expire && entity.expire->attribute == attribute.name;
  return !is_expiry && !attribute.default_from;
}

Time time_in(const Item& item, const Attribute& attribute) {
  const Value* value = item.find(attribute.name);
  return value == nullptr ? std::nullopt : model::read_timestamp(*value, attribute.type->encoding);
}

Time stamp_of(const Sample& sample, AutoStamp kind) {
  for (const Attribute& attribute : sample.entity->attributes) {
    if (attribute.auto_stamp != kind) continue;
    if (const Time time = time_in(sample.item, attribute)) return time;
  }
  return std::nullopt;
}

bool is_written(const Sample& sample) {
  return sample.entity != nullptr && sample.entity->materialized_from == nullptr;
}

// The first or the last time in the samples that are written.
template <typename Choose>
Time any_time(const model::Model& model, Choose choose) {
  Time found;
  for (const Sample& sample : model.samples) {
    if (!is_written(sample)) continue;
    for (const Attribute& attribute : sample.entity->attributes) {
      if (!tells_time(*sample.entity, attribute)) continue;
      const Time time = time_in(sample.item, attribute);
      if (time) found = found ? choose(*found, *time) : *time;
    }
  }
  return found;
}

Duration move_of(const model::Model& model, Instant end) {
  const bool expires =
      std::any_of(model.samples.begin(), model.samples.end(),
                  [](const Sample& sample) { return is_written(sample) && sample.entity->expire; });
  if (!expires) return {};
  const Time last = any_time(model, [](Instant a, Instant b) { return std::max(a, b); });
  return last ? end - *last : Duration{};
}

// How one item comes to be.
class SampleLife {
 public:
  SampleLife(const model::Model& model, const Sample& sample, Duration moved)
      : entity_(*sample.entity),
        sample_(sample),
        story_(model, entity_),
        moved_(moved),
        path_(path()),
        rest_(clients_attributes()) {}

  void append_writes(std::vector<Write>& writes, Instant otherwise) {
    instant_ = created_at(otherwise);
    writes.push_back(write(Write::Kind::Create, first_attributes()));
    for (std::size_t step = 1; step < path_.size(); ++step) {
      writes.push_back(write(Write::Kind::Update, step_attributes(step)));
    }
    const Time updated = stamp_of(sample_, AutoStamp::Update);
    if (path_.size() > 1 || !updated || *updated + moved_ <= instant_) return;
    instant_ = *updated + moved_;
    Item changes = an_edit(writes.back().attributes);
    if (!changes.is_empty()) writes.push_back(write(Write::Kind::Update, std::move(changes)));
  }

 private:
  std::vector<std::string> path() const {
    if (!entity_.lifecycle) return {};
    const Value* state = sample_.item.find(entity_.lifecycle->attribute);
    if (state == nullptr || state->type() != ValueType::S) return {};
    if (entity_.lifecycle->is_initial(state->string())) return {state->string()};
    return story_.way_to(state->string());
  }

  // Without what the server fills in; times are moved.
  Item clients_attributes() const {
    Item item;
    for (const auto& [name, value] : sample_.item) {
      const Attribute* attribute = entity_.find_attribute(name);
      const model::DerivedKey* key = entity_.row.find_key(name);
      const bool is_made = (key != nullptr && !key->key.uses(name)) ||
                           entity_.row.find_index_key(name) != nullptr ||
                           (attribute != nullptr && is_servers(entity_, *attribute));
      if (!is_made) item.set(name, moved(value, attribute));
    }
    return item;
  }

  Value moved(const Value& value, const Attribute* attribute) const {
    if (attribute == nullptr || attribute->type->kind != model::AttributeKind::Timestamp) {
      return value;
    }
    const auto encoding = attribute->type->encoding;
    const Time time = model::read_timestamp(value, encoding);
    return time ? model::timestamp_value(*time + moved_, encoding) : value;
  }

  Instant created_at(Instant otherwise) const {
    for (const AutoStamp stamp : {AutoStamp::Create, AutoStamp::Update}) {
      if (const Time time = stamp_of(sample_, stamp)) return *time + moved_;
    }
    return otherwise + moved_;
  }

  bool is_counter(std::string_view name) const {
    const auto& counted = entity_.lifecycle->count_in;
    return std::any_of(counted.begin(), counted.end(),
                       [&](const auto& count) { return count.second == name; });
  }

  // What a new item has; the rest comes with the steps.
  Item first_attributes() {
    if (path_.size() < 2) return std::exchange(rest_, {});
    Item first;
    for (const auto& [name, value] : Item(rest_)) {
      const Attribute* attribute = entity_.find_attribute(name);
      const bool is_later = attribute != nullptr && story_.is_late(*attribute);
      if (is_later || is_counter(name)) continue;
      first.set(name, value);
      rest_.erase(name);
    }
    first.set(entity_.lifecycle->attribute, path_.front());
    return first;
  }

  Item step_attributes(std::size_t step) {
    const bool is_last = step + 1 == path_.size();
    const Transition* transition = entity_.lifecycle->find(path_[step - 1], path_[step]);
    Item changes = is_last ? std::exchange(rest_, {}) : Item();
    if (transition != nullptr) enter(*transition, step, is_last, changes);
    const Time updated = stamp_of(sample_, AutoStamp::Update);
    if (is_last && updated) instant_ = std::max(instant_, *updated + moved_);
    changes.set(entity_.lifecycle->attribute, path_[step]);
    return changes;
  }

  // The time of the step is the one that it stamps, if the item has it.
  void enter(const Transition& transition, std::size_t step, bool is_last, Item& changes) {
    for (const std::string& name : transition.stamps) {
      const Attribute* attribute = entity_.find_attribute(name);
      const Time time = attribute == nullptr ? std::nullopt : time_in(sample_.item, *attribute);
      if (time) instant_ = std::max(instant_, *time + moved_);
      changes.erase(name);
      rest_.erase(name);
    }
    for (const Attribute* attribute : story_.arriving(transition, path_[step], is_last)) {
      const Value* value = rest_.find(attribute->name);
      if (value == nullptr) continue;
      changes.set(attribute->name, *value);
      rest_.erase(attribute->name);
    }
  }

  // A write of what is there already: it is for the stamp that it leaves.
  Item an_edit(const Item& item) const {
    for (const auto& [name, value] : item) {
      const Attribute* attribute = entity_.find_attribute(name);
      const bool can_change = attribute != nullptr && !attribute->is_immutable &&
                              attribute->references == nullptr && !is_in_key(entity_, name);
      if (can_change) return Item{{name, value}};
    }
    return {};
  }

  Write write(Write::Kind kind, Item attributes) const {
    Item key;
    for (const std::string_view name : key_variables(entity_)) {
      const Value* value = sample_.item.find(name);
      if (value != nullptr) key.set(name, moved(*value, entity_.find_attribute(name)));
    }
    return {.kind = kind,
            .entity = &entity_,
            .instant = instant_,
            .key = std::move(key),
            .attributes = std::move(attributes),
            .by_server = false};
  }

  const Entity& entity_;
  const Sample& sample_;
  Story story_;
  Duration moved_;
  std::vector<std::string> path_;
  Item rest_;  // Attributes that no write has sent yet.
  Instant instant_{};
};

}  // namespace

std::vector<Write> sample_writes(const model::Model& model, Instant end) {
  const Duration moved = move_of(model, end);
  const Time first = any_time(model, [](Instant a, Instant b) { return std::min(a, b); });
  std::vector<Write> writes;
  for (const Sample& sample : model.samples) {
    if (!is_written(sample)) continue;
    SampleLife(model, sample, moved).append_writes(writes, first.value_or(end - moved));
  }
  // Samples of one moment keep the order of the file, in which they may name each other.
  std::stable_sort(writes.begin(), writes.end(), [](const Write& left, const Write& right) {
    return left.instant < right.instant;
  });
  return writes;
}

}  // namespace partita::samples

#include "model/rules/row_program.h"

#include <algorithm>
#include <utility>

#include "model/rules/completion.h"
#include "partita/base/check.h"

namespace partita::rules {
namespace {

using model::Enforcement;
using model::Entity;

using Names = std::vector<std::string_view>;

void add_variables(Names& names, const model::KeyTemplate& key) {
  for (const model::TemplatePart& part : key.parts()) {
    if (part.variable) names.push_back(part.variable->name);
  }
}

void add_row(Names& names, const model::Row& row) {
  for (const model::DerivedKey& key : row.keys) {
    names.push_back(key.name);
    add_variables(names, key.key);
  }
  for (const model::IndexKey& key : row.index_keys) {
    // A tuple is a form that lint refuses; the attribute is then like any other.
    if (key.tuple.empty()) names.push_back(key.name);
    if (!key.each.empty()) names.push_back(key.each);
    if (key.each.empty()) add_variables(names, key.key);
  }
}

void add_lifecycle(Names& names, const model::Lifecycle& lifecycle) {
  names.push_back(lifecycle.attribute);
  for (const model::Transition& transition : lifecycle.transitions) {
    names.insert(names.end(), transition.stamps.begin(), transition.stamps.end());
    names.insert(names.end(), transition.required.begin(), transition.required.end());
    names.insert(names.end(), transition.clears.begin(), transition.clears.end());
  }
  for (const auto& [state, attribute] : lifecycle.count_in) names.push_back(attribute);
}

void add_versioning(Names& names, const model::Versioning& versioned) {
  names.push_back(versioned.number);
  names.push_back(versioned.time);
  if (!versioned.pointer.empty()) names.push_back(versioned.pointer);
  for (const model::DerivedKey& key : versioned.row.keys) add_variables(names, key.key);
}

// The tuples of the table's indexes that have names: the name, and the attributes.
template <typename Visit>
void for_each_tuple(const model::Table& table, Visit visit) {
  for (const model::Index& index : table.indexes) {
    if (!index.partition_alias.empty()) visit(index.partition_alias, index.partition);
    if (!index.sort_alias.empty()) visit(index.sort_alias, index.sort);
  }
}

// Every attribute that a rule of the entity reads or writes, each once, in stored order.
Names names_of(const RowSource& source) {
  const Entity& entity = source.entity;
  Names names;
  for (const model::Attribute& attribute : entity.attributes) names.push_back(attribute.name);
  add_row(names, source.row);
  if (source.mirror != nullptr) add_row(names, *source.mirror);
  for (const auto& unique : entity.unique) {
    names.insert(names.end(), unique.on.begin(), unique.on.end());
  }
  if (entity.lifecycle) add_lifecycle(names, *entity.lifecycle);
  if (entity.versioned) add_versioning(names, *entity.versioned);
  if (entity.expire) names.insert(names.end(), {entity.expire->attribute, entity.expire->from});
  if (entity.revision) names.push_back(entity.revision->attribute);
  if (entity.schema_version) names.push_back(entity.schema_version->attribute);
  if (entity.edge) {
    names.insert(names.end(), {entity.edge->from.attribute, entity.edge->to.attribute});
  }
  for_each_tuple(*entity.table, [&](const auto& alias, const auto& attributes) {
    names.push_back(alias);
    names.insert(names.end(), attributes.begin(), attributes.end());
  });
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

class RowCompiler {
 public:
  explicit RowCompiler(const RowSource& source) : source_(source), entity_(source.entity) {
    program_.model = &source.model;
    program_.table = entity_.table;
    program_.entity = &entity_;
    program_.row = &source.row;
    program_.mirror = source.mirror;
    program_.level = weaker(entity_.table->enforcement, entity_.level);
  }

  RowProgram compile() {
    for (const std::string_view name : names_of(source_)) program_.slots.push_back(slot(name));
    add_keys();
    add_tuples();
    add_fills();
    add_stamps();
    add_formulas();
    add_referrers();
    if (entity_.lifecycle) {
      program_.status = program_.slot_of(entity_.lifecycle->attribute);
      program_.lifecycle_level = weaker(program_.level, entity_.lifecycle->level);
    }
    if (entity_.expire) program_.expire_level = weaker(program_.level, entity_.expire->level);
    return std::move(program_);
  }

 private:
  static Enforcement weaker(Enforcement level, std::optional<Enforcement> own) {
    return own ? std::min(level, *own) : level;
  }

  Slot slot(std::string_view name) const {
    Slot slot;
    slot.name = name;
    slot.attribute = entity_.find_attribute(name);
    slot.level = program_.level;
    if (const auto* key = source_.row.find_key(name)) slot.key = &key->key;
    const auto* index_key = source_.row.find_index_key(name);
    if (index_key != nullptr && index_key->tuple.empty()) slot.index_key = index_key;
    if (slot.attribute != nullptr) {
      slot.level = weaker(program_.level, slot.attribute->level);
      slot.is_completable = is_completable(slot.type());
    }
    return slot;
  }

  void add_keys() {
    for (const model::DerivedKey& key : source_.row.keys) {
      const SlotIndex index = program_.slot_of(key.name);
      program_.keys.push_back(index);
      for (const model::TemplatePart& part : key.key.parts()) {
        if (!part.variable || !part.variable->is_reversible()) continue;
        const SlotIndex variable = program_.slot_of(part.variable->name);
        if (variable != index) program_.slots[index].key_variables.push_back(variable);
      }
    }
    for (SlotIndex i = 0; i < program_.slots.size(); ++i) {
      if (program_[i].index_key != nullptr) program_.index_keys.push_back(i);
    }
  }

  void add_tuples() {
    for_each_tuple(*entity_.table, [&](const auto& alias, const auto& attributes) {
      Tuple tuple{.alias = program_.slot_of(alias), .attributes = {}};
      for (const auto& name : attributes) tuple.attributes.push_back(program_.slot_of(name));
      program_.tuples.push_back(std::move(tuple));
    });
  }

  static bool is_filled(const model::Attribute& attribute) {
    return attribute.default_value || attribute.generate || attribute.is_from_request ||
           attribute.auto_stamp == model::AutoStamp::Create ||
           attribute.type->kind == model::AttributeKind::Const;
  }

  // Attributes that depend on others by `only_when` come last: the others are there then.
  void add_fills() {
    for (const bool is_conditional : {false, true}) {
      for (SlotIndex i = 0; i < program_.slots.size(); ++i) {
        const model::Attribute* attribute = program_[i].attribute;
        if (attribute == nullptr || !is_filled(*attribute)) continue;
        if (attribute->only_when.has_value() == is_conditional) program_.fills.push_back(i);
      }
    }
  }

  void add_stamps() {
    for (SlotIndex i = 0; i < program_.slots.size(); ++i) {
      const model::Attribute* attribute = program_[i].attribute;
      const bool is_stamp =
          attribute != nullptr && attribute->auto_stamp == model::AutoStamp::Update;
      const bool is_version = entity_.versioned && program_[i].name == entity_.versioned->time;
      if (is_stamp || is_version) program_.update_stamps.push_back(i);
    }
    if (entity_.revision) {
      program_.counters.push_back(
          {Counter::Kind::Revision, program_.slot_of(entity_.revision->attribute)});
    }
    if (entity_.versioned) {
      program_.counters.push_back(
          {Counter::Kind::Version, program_.slot_of(entity_.versioned->number)});
    }
  }

  // The other row of an edge is not what is referred to.
  void add_referrers() {
    if (&source_.row != &entity_.row) return;
    for (const Entity& entity : source_.model.entities) {
      for (const model::Attribute& attribute : entity.attributes) {
        if (attribute.references != &entity_ || !is_listed_reference(entity, attribute)) continue;
        program_.referrers.push_back({&entity, &attribute});
      }
    }
  }

  struct Node {
    FormulaStep step;
    Names inputs;
  };

  std::vector<Node> formula_nodes() const {
    using Kind = FormulaStep::Kind;
    std::vector<Node> nodes;
    const auto add = [&](Kind kind, SlotIndex slot, const std::optional<model::Formula>& formula) {
      if (!formula) return;
      nodes.push_back({{kind, slot}, {formula->names().begin(), formula->names().end()}});
    };
    for (const model::Attribute& attribute : entity_.attributes) {
      const SlotIndex slot = program_.slot_of(attribute.name);
      add(Kind::DefaultFrom, slot, attribute.default_from);
      add(Kind::Derived, slot, attribute.derived);
      add(Kind::Computed, slot, attribute.computed);
    }
    if (entity_.expire) {
      nodes.push_back(
          {{Kind::Expire, program_.slot_of(entity_.expire->attribute)}, {entity_.expire->from}});
    }
    return nodes;
  }

  // Whether the node reads what a node that is still to come writes.
  bool waits(const Node& node, const std::vector<Node>& rest) const {
    return std::ranges::any_of(node.inputs, [&](std::string_view input) {
      return std::ranges::any_of(rest, [&](const Node& other) {
        return other.step.slot != node.step.slot && program_[other.step.slot].name == input;
      });
    });
  }

  // Formulas in a circle have no right order; they keep that of the file.
  void add_formulas() {
    std::vector<Node> rest = formula_nodes();
    while (!rest.empty()) {
      auto next = std::ranges::find_if(rest, [&](const Node& node) { return !waits(node, rest); });
      if (next == rest.end()) next = rest.begin();
      program_.formulas.push_back(next->step);
      rest.erase(next);
    }
  }

  const RowSource& source_;
  const Entity& entity_;
  RowProgram program_;
};

}  // namespace

model::TimestampEncoding Slot::encoding() const {
  const bool is_time = attribute != nullptr && type().kind == model::AttributeKind::Timestamp;
  if (is_time) return type().encoding;
  // A plain number can only be TTL's seconds.
  const bool is_number = attribute != nullptr && model::stored_type(type()) == ValueType::N;
  return is_number ? model::TimestampEncoding::EpochS : model::TimestampEncoding::Rfc3339Ms;
}

std::optional<SlotIndex> RowProgram::find_slot(std::string_view name) const {
  const auto found = std::ranges::lower_bound(slots, name, {}, &Slot::name);
  if (found == slots.end() || found->name != name) return std::nullopt;
  return static_cast<SlotIndex>(found - slots.begin());
}

SlotIndex RowProgram::slot_of(std::string_view name) const {
  const auto slot = find_slot(name);
  PARTITA_CHECK(slot.has_value());
  return *slot;
}

RowProgram compile_row(const RowSource& source) { return RowCompiler(source).compile(); }

bool is_listed_reference(const Entity& entity, const model::Attribute& attribute) {
  if (attribute.references == nullptr || attribute.on_delete == model::OnDelete::Allow)
    return false;
  const auto none = model::Enforcement::Enforce;
  const auto level = std::min(
      {entity.table->enforcement, entity.level.value_or(none), attribute.level.value_or(none)});
  return entity.notes.is_live && level == model::Enforcement::Enforce;
}

}  // namespace partita::rules

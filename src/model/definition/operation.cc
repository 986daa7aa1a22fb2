#include "model/definition/operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace partita::model {
namespace {

std::string lower_method(std::string_view method) {
  std::string lower(method);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// The operation at that place; a new one stands behind the last of its path.
Operation& find_or_add(std::vector<Operation>& operations, const HttpRoute& route) {
  const std::string method = lower_method(route.method);
  auto place = operations.end();
  for (auto at = operations.begin(); at != operations.end(); ++at) {
    if (at->path != route.path) continue;
    if (at->method == method) return *at;
    place = at + 1;
  }
  Operation operation;
  operation.method = method;
  operation.path = route.path;
  return *operations.insert(place, std::move(operation));
}

const Binding* find_binding(const std::vector<Binding>& bindings, std::string_view parameter) {
  const auto at = std::find_if(bindings.begin(), bindings.end(), [&](const Binding& binding) {
    return binding.kind == Binding::Kind::Parameter && binding.parameter == parameter;
  });
  return at == bindings.end() ? nullptr : &*at;
}

const AttributeType* type_in(const Entity* entity, std::string_view attribute) {
  const Attribute* found = entity == nullptr ? nullptr : entity->find_attribute(attribute);
  return found == nullptr ? nullptr : found->type.get();
}

// The type of an attribute of what the pattern is about.
const AttributeType* type_in(const Pattern& pattern, std::string_view attribute) {
  if (const AttributeType* type = type_in(pattern.entity, attribute)) return type;
  for (const CollectionMember& member : pattern.members) {
    if (const AttributeType* type = type_in(member.entity, attribute)) return type;
  }
  for (const WriteStep& step : pattern.steps) {
    if (const AttributeType* type = type_in(step.entity, attribute)) return type;
  }
  return nullptr;
}

// An element of a list is asked for by its value.
const AttributeType* element_type(const AttributeType* type) {
  return type != nullptr && type->of != nullptr ? type->of.get() : type;
}

const AttributeType* parameter_type(const Pattern& pattern, std::string_view parameter) {
  const Binding* binding = find_binding(pattern.by, parameter);
  if (binding == nullptr) binding = find_binding(pattern.where, parameter);
  return element_type(
      type_in(pattern, binding == nullptr ? parameter : std::string_view(binding->attribute)));
}

class ParameterList {
 public:
  explicit ParameterList(const Pattern& pattern) : pattern_(pattern) {}

  std::vector<OperationParameter> make() && {
    for (const std::string& name : pattern_.http->parameters) {
      add({.name = name,
           .is_in_path = true,
           .is_required = true,
           .type = parameter_type(pattern_, name),
           .description = {}});
    }
    const bool is_deletion =
        pattern_.kind == PatternKind::Delete || pattern_.kind == PatternKind::Erase;
    const bool is_claim = pattern_.kind == PatternKind::Claim;
    if (!writes(pattern_.kind) || is_deletion || is_claim) add_own();
    if (is_claim) add_optional("wait", "How long to wait for an item, up to 30s.");
    if (pattern_.kind == PatternKind::Put && !pattern_.version_parameter.empty()) {
      add_optional(pattern_.version_parameter, "The version that the caller has seen.");
    }
    if (writes(pattern_.kind) && !is_claim) add_headers();
    return std::move(parameters_);
  }

 private:
  void add(OperationParameter parameter) {
    const bool is_known =
        std::any_of(parameters_.begin(), parameters_.end(),
                    [&](const OperationParameter& known) { return known.name == parameter.name; });
    if (!is_known) parameters_.push_back(std::move(parameter));
  }

  void add_optional(std::string name, std::string description) {
    add({.name = std::move(name),
         .is_in_path = false,
         .is_required = false,
         .type = nullptr,
         .description = std::move(description)});
  }

  void add_own() {
    if (pattern_.kind == PatternKind::Search) add_of_search();
    for (const std::string_view name : pattern_.parameters()) {
      if (pattern_.range && pattern_.range->parameter == name) continue;
      add({.name = std::string(name),
           .is_in_path = false,
           .is_required = true,
           .type = parameter_type(pattern_, name),
           .description = {}});
    }
    if (!pattern_.range) return;
    const std::string& attribute = pattern_.range->attribute;
    add_optional("from", fmt::format("The first day or instant of {}.", attribute));
    add_optional("to", fmt::format("The last day, itself included, or instant of {}.", attribute));
  }

  void add_of_search() {
    add({.name = "q",
         .is_in_path = false,
         .is_required = true,
         .type = nullptr,
         .description = "The words to look for."});
    add_optional("match", "all (the words, if it is left out) or any of them.");
    add_optional("facets", "Attributes whose values are counted, with commas between them.");
    add_optional("partial", "1: answer with what is indexed, although it is still being built.");
  }

  // What is about the write and not about the item.
  void add_headers() {
    if (pattern_.kind != PatternKind::Transaction) {
      add({.name = "If-Match",
           .is_in_header = true,
           .description = "The ETag that the item was read with: nobody has changed it since."});
    }
    add({.name = "Idempotency-Key",
         .is_in_header = true,
         .description = "The same request with the same key is done once, for ten minutes."});
  }

  const Pattern& pattern_;
  std::vector<OperationParameter> parameters_;
};

// Columns to choose rows by, and whether a rollup that is being built may answer.
std::vector<OperationParameter> rollup_parameters(const Rollup& rollup) {
  std::vector<OperationParameter> parameters;
  for (const GroupKey& key : rollup.group_by) {
    parameters.push_back({.name = key.name,
                          .type = element_type(type_in(rollup.of, key.value.text())),
                          .description = "Only rows with this value."});
  }
  parameters.push_back({.name = "partial",
                        .description = "1: answer with what is counted, although it is still being "
                                       "built."});
  return parameters;
}

void merge(std::vector<OperationParameter>& all, std::vector<OperationParameter> more) {
  const auto named = [](const std::vector<OperationParameter>& list, std::string_view name) {
    return std::any_of(list.begin(), list.end(),
                       [&](const OperationParameter& known) { return known.name == name; });
  };
  for (OperationParameter& parameter : all) {
    if (!named(more, parameter.name)) parameter.is_required = parameter.is_in_path;
  }
  for (OperationParameter& parameter : more) {
    if (named(all, parameter.name)) continue;
    parameter.is_required = parameter.is_in_path;
    all.push_back(std::move(parameter));
  }
}

}  // namespace

const Notes& Operation::notes() const {
  return rollup != nullptr ? rollup->notes : patterns.front()->notes;
}

const std::string& Operation::name() const {
  return rollup != nullptr ? rollup->name : patterns.front()->name;
}

bool Operation::is_read() const { return rollup != nullptr || !writes(patterns.front()->kind); }

bool is_paged(const Pattern& pattern) {
  if (!pattern.shape_by.empty()) return false;
  return pattern.kind == PatternKind::Query || pattern.kind == PatternKind::History ||
         pattern.kind == PatternKind::Search;
}

std::vector<Operation> operations_of(const Model& model) {
  std::vector<Operation> operations;
  for (const Pattern& pattern : model.patterns) {
    if (!pattern.http || !pattern.notes.is_live) continue;
    find_or_add(operations, *pattern.http).patterns.push_back(&pattern);
  }
  for (const Rollup& rollup : model.rollups) {
    if (!rollup.http || !rollup.notes.is_live) continue;
    Operation& operation = find_or_add(operations, *rollup.http);
    if (operation.patterns.empty()) operation.rollup = &rollup;
  }
  return operations;
}

std::vector<OperationParameter> parameters_of(const Operation& operation) {
  if (operation.rollup != nullptr) return rollup_parameters(*operation.rollup);
  std::vector<OperationParameter> all = ParameterList(*operation.patterns.front()).make();
  for (std::size_t i = 1; i < operation.patterns.size(); ++i) {
    merge(all, ParameterList(*operation.patterns[i]).make());
  }
  return all;
}

}  // namespace partita::model

#include "model/lint/workload_units.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "model/planning/key_part.h"

namespace partita::lint {
namespace {

using planning::KeyPart;

constexpr double kAssumedItemBytes = 1024;
constexpr double kAssumedDaysKept = 365;  // Of items that do not expire.
constexpr double kKeyBytes = 100;         // Of an entry that holds only keys.
constexpr double kWriteUnitBytes = 1024;
constexpr double kReadUnitBytes = 4096;

double days_kept(const model::Entity& entity) {
  if (!entity.expire) return kAssumedDaysKept;
  return std::chrono::duration<double, std::chrono::days::period>(entity.expire->after).count();
}

std::vector<std::string> key_names(const model::Table& table, const model::Index& index) {
  auto names = planning::partition_names(table, &index);
  for (auto& name : planning::sort_names(table, &index)) names.push_back(name);
  return names;
}

}  // namespace

double to_double(const Number& number) { return std::strtod(number.to_string().c_str(), nullptr); }

EntityVolume volume_of(const model::Model& model, const model::Entity& entity) {
  EntityVolume volume{.size_bytes = kAssumedItemBytes};
  for (const auto& load : model.entity_loads) {
    if (load.entity != &entity) continue;
    volume.creates_per_day = to_double(load.create_per_day);
    volume.updates_per_day = to_double(load.update_per_day);
    volume.deletes_per_day = to_double(load.delete_per_day);
    volume.transitions = load.path.empty() ? 0 : static_cast<double>(load.path.size() - 1);
    if (load.size_bytes > 0) volume.size_bytes = static_cast<double>(load.size_bytes);
  }
  volume.items = std::max(0.0, volume.creates_per_day - volume.deletes_per_day) * days_kept(entity);
  return volume;
}

double write_units(double bytes) { return std::max(1.0, std::ceil(bytes / kWriteUnitBytes)); }
double read_units(double bytes) { return std::max(1.0, std::ceil(bytes / kReadUnitBytes)); }

double entry_bytes(const model::Entity& entity, const model::Index& index, double item_bytes) {
  if (index.projection == model::ProjectionKind::All) return item_bytes;
  if (index.projection == model::ProjectionKind::Keys) return std::min(kKeyBytes, item_bytes);
  const double all = std::max(1.0, static_cast<double>(entity.attributes.size()));
  const double share = std::min(1.0, static_cast<double>(index.included.size()) / all);
  return std::min(item_bytes, kKeyBytes + share * item_bytes);
}

double rows_per_write(const model::Entity& entity) {
  double rows = static_cast<double>(planning::rows_of(entity).size());
  if (entity.versioned) rows += 1;
  return rows;
}

double rows_in_index(const model::Entity& entity, const model::Table& table,
                     const model::Index& index) {
  const auto names = key_names(table, index);
  double rows = 0;
  for (const model::Row* row : planning::rows_of(entity)) {
    const bool is_there = std::all_of(names.begin(), names.end(), [&](const auto& name) {
      return planning::key_part(entity, *row, name).form != KeyPart::Form::Absent;
    });
    if (is_there) rows += 1;
  }
  if (rows > 0 && entity.versioned && entity.versioned->indexes_all_versions) rows += 1;
  return rows;
}

bool moves_entry(const model::Entity& entity, const model::Table& table, const model::Index& index,
                 std::string_view attribute) {
  const auto names = key_names(table, index);
  return std::any_of(names.begin(), names.end(), [&](const auto& name) {
    const KeyPart part = planning::key_part(entity, entity.row, name);
    if (part.form == KeyPart::Form::Template) return part.key->uses(attribute);
    return name == attribute;
  });
}

}  // namespace partita::lint

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/key_template.h"
#include "model/definition/model.h"
#include "model/formula/formula.h"
#include "partita/value/item_view.h"

namespace partita::model {

enum class MigrationKind { Add, Rename, Retype, Split, Merge, Remove };

// "rename", as in model files.
std::string_view name_of(MigrationKind kind);

// How far a migration is. A file only declares one; the database that holds the model knows its
// step.
enum class MigrationStep {
  Declared,    // Nothing is done.
  Expand,      // Both forms are stored by every write and shown by every read.
  Backfill,    // The same, and a walk gives older items the new form.
  Verify,      // The same, and a walk compares both forms of every item.
  Switch,      // The same; programs go over to the new form.
  Quiet,       // The same; nobody is to use the old form any more.
  Contract,    // The old form is hidden and refused, and a walk removes it.
  Done,        // There is only the new form.
  RollBack,    // The new form is hidden and a walk removes it.
  RolledBack,  // There is only the old form.
};

// "roll-back", as people write it.
std::string_view name_of(MigrationStep step);
std::optional<MigrationStep> migration_step_named(std::string_view name);

// Whether both forms are stored and shown.
constexpr bool shows_both(MigrationStep step) {
  return step >= MigrationStep::Expand && step <= MigrationStep::Quiet;
}
// Whether nothing is left to do.
constexpr bool is_over(MigrationStep step) {
  return step == MigrationStep::Done || step == MigrationStep::RolledBack;
}
// Whether every item has the new form.
constexpr bool has_all_new(MigrationStep step) {
  return step >= MigrationStep::Switch && step <= MigrationStep::Done;
}

// What makes the value of an attribute from the others of its item: a formula, a text with
// {variables}, or another attribute as it is. THREADS: immutable, safe for concurrent calls.
class MigratedValue {
 public:
  // Of an attribute whose values have this type; null: any.
  MigratedValue(Formula formula, const AttributeType* type)
      : formula_(std::move(formula)), type_(type) {}
  explicit MigratedValue(KeyTemplate text) : template_(std::move(text)) {}
  static MigratedValue copy_of(std::string attribute);

  // Nullopt: there is none, because something that it is made of is missing.
  std::optional<Value> of(const ItemView& item) const;
  // As it is written in the file.
  const std::string& text() const;
  // The attributes that it reads.
  std::vector<std::string> names() const;

 private:
  MigratedValue() = default;

  std::optional<Formula> formula_;
  const AttributeType* type_ = nullptr;
  KeyTemplate template_;
  std::string copied_;  // Else empty.
};

// An attribute of one form, and how it is made from the other form.
struct MigratedAttribute {
  std::string name;
  std::optional<MigratedValue> made;
};

// A change of stored items: an old form and a new one, each an attribute or several, which the
// server keeps beside each other while programs go over from one to the other. `add` has no old
// form, `remove` no new one.
struct Migration {
  static constexpr std::size_t kOpenMax = 8;
  static constexpr std::size_t kAttributesMax = 8;
  static constexpr int kRateDefault = 1000;
  static constexpr int kRateMax = 100'000;
  static constexpr Duration kQuietMax = std::chrono::days(3650);

  std::string name;  // Its `id`.
  Notes notes;
  MigrationKind kind = MigrationKind::Rename;
  const Entity* entity = nullptr;
  std::vector<MigratedAttribute> olds;
  std::vector<MigratedAttribute> news;
  Duration quiet{std::chrono::days(7)};  // How long nobody must have used the old form.
  int items_per_second = kRateDefault;   // That its walks pass, at most.
  std::string definition;                // In words that change when its meaning does.
  // What the database knows of it.
  MigrationStep step = MigrationStep::Declared;
  std::uint64_t run = 0;   // Counts its steps: tells the walk of one from that of another.
  bool is_paused = false;  // No walk goes on.

  // Whether each old attribute can be made from the new ones.
  bool has_back() const;
  bool has_old(std::string_view attribute) const;
  bool has_new(std::string_view attribute) const;
};

// What the section `migrations` declares, in the order of the file; each declared, at no step. What
// the reader has refused is left out.
std::vector<Migration> migrations_of(const Model& model);

}  // namespace partita::model

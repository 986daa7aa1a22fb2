#include "model/rules/twins.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/rules/refusal.h"

namespace partita::rules {
namespace {

using model::MigratedAttribute;
using model::Migration;
using model::MigrationKind;
using model::MigrationStep;
using Form = std::vector<MigratedAttribute>;

bool is_there(const Form& form, const ItemView& item) {
  return std::ranges::any_of(form,
                             [&](const auto& each) { return item.find(each.name).has_value(); });
}

bool is_changed(const Form& form, const std::optional<ItemView>& before, const ItemView& after) {
  return std::ranges::any_of(form, [&](const auto& each) {
    const auto former = before ? before->find(each.name) : std::nullopt;
    return former != after.find(each.name);
  });
}

// Whether each attribute of the form is what the other form makes of it.
bool follows(const Form& form, const ItemView& item) {
  return std::ranges::all_of(form, [&](const MigratedAttribute& each) {
    if (!each.made) return false;
    const auto made = each.made->of(item);
    const auto stored = item.find(each.name);
    return made.has_value() == stored.has_value() &&
           (!made || EncodedValue(*made).view() == *stored);
  });
}

void drop(const Form& form, Item& item) {
  for (const MigratedAttribute& each : form) item.erase(each.name);
}

// Makes the form anew from the other one. All values are made before the first is set.
void remake(const Form& form, const ItemView& from, Item& item) {
  for (const MigratedAttribute& each : form) {
    auto made = each.made ? each.made->of(from) : std::nullopt;
    if (made) {
      item.set(each.name, *std::move(made));
    } else {
      item.erase(each.name);
    }
  }
}

EncodedItem remade(const Form& form, const ItemView& item) {
  Item changed = item.to_item();
  remake(form, item, changed);
  return EncodedItem(changed);
}

EncodedItem without(const Form& form, const ItemView& item) {
  Item changed = item.to_item();
  drop(form, changed);
  return EncodedItem(changed);
}

// With whichever form is missing, as far as it can be made.
std::optional<EncodedItem> with_both(const Migration& migration, const ItemView& item) {
  const bool has_old = is_there(migration.olds, item);
  const bool has_new = is_there(migration.news, item);
  if (!has_new && (has_old || migration.kind == MigrationKind::Add)) {
    return remade(migration.news, item);
  }
  const bool lacks_old = has_new && !has_old && !migration.olds.empty();
  return lacks_old && migration.has_back() ? std::optional(remade(migration.olds, item))
                                           : std::nullopt;
}

// The form can go when what it says is in the other one, which is made first if need be: of an item
// of an earlier time, as a backup has it.
std::optional<EncodedItem> with_new_only(const Migration& migration, const ItemView& item) {
  if (!is_there(migration.olds, item)) return std::nullopt;
  if (migration.kind == MigrationKind::Remove) return without(migration.olds, item);
  const auto both = with_both(migration, item);
  const ItemView whole = both ? both->view() : item;
  if (!is_there(migration.news, whole)) return std::nullopt;
  return without(migration.olds, whole);
}

std::optional<EncodedItem> with_old_only(const Migration& migration, const ItemView& item) {
  if (!is_there(migration.news, item)) return std::nullopt;
  const auto both = with_both(migration, item);
  const ItemView whole = both ? both->view() : item;
  if (!is_there(migration.olds, whole)) return std::nullopt;
  return without(migration.news, whole);
}

std::optional<EncodedItem> shown_by(const Migration& migration, const ItemView& item) {
  if (model::shows_both(migration.step)) return with_both(migration, item);
  if (migration.step == MigrationStep::Contract) return with_new_only(migration, item);
  if (migration.step == MigrationStep::RollBack) return with_old_only(migration, item);
  return std::nullopt;
}

std::optional<EncodedItem> caught_up_with(const Migration& migration, const ItemView& item) {
  if (migration.step != MigrationStep::Done) return shown_by(migration, item);
  return migration.kind == MigrationKind::Add ? with_both(migration, item)
                                              : with_new_only(migration, item);
}

std::optional<EncodedItem> narrowed_by(const Migration& migration, const ItemView& item) {
  const bool has_time =
      migration.step == MigrationStep::Expand || migration.step == MigrationStep::Backfill;
  const bool has_both = is_there(migration.olds, item) && is_there(migration.news, item);
  if (!has_time || !has_both) return std::nullopt;
  if (follows(migration.news, item)) return without(migration.news, item);
  return follows(migration.olds, item) ? std::optional(without(migration.olds, item))
                                       : std::nullopt;
}

std::string names_of_form(const Form& form) {
  std::string names;
  for (const MigratedAttribute& each : form) {
    names += fmt::format("{}`{}`", names.empty() ? "" : ", ", each.name);
  }
  return names;
}

TwinFault fault_of(const Migration& migration, std::string_view code, const Form& form,
                   std::string_view why) {
  return {.code = code,
          .attribute = form.front().name,
          .detail = fmt::format("{} {} (migration {}, {})", names_of_form(form), why,
                                migration.name, model::name_of(migration.step))};
}

TwinFault two_values(const Migration& migration) {
  return fault_of(migration, kTwoValues, migration.news,
                  fmt::format("is given with another value than {} makes of it",
                              names_of_form(migration.olds)));
}

TwinFault old_is_gone(const Migration& migration) {
  const std::string why = migration.news.empty() ? "is not written any more"
                                                 : fmt::format("is not written any more; write {}",
                                                               names_of_form(migration.news));
  return fault_of(migration, kOldForm, migration.olds, why);
}

TwinFault no_way_back(const Migration& migration) {
  return fault_of(migration, kNoWayBack, migration.news,
                  fmt::format("cannot be written without {} yet: the migration has no `back`",
                              names_of_form(migration.olds)));
}

// One write under one migration whose forms are both kept.
class Resolution {
 public:
  Resolution(const Migration& migration, const TwinWrite& write)
      : migration_(migration),
        after_(write.after),
        has_old_(is_there(migration.olds, after_)),
        has_new_(is_there(migration.news, after_)),
        changes_old_(is_changed(migration.olds, write.before, after_)),
        changes_new_(is_changed(migration.news, write.before, after_)) {
    // Who gives a whole item in one form does not say that the other one is to go.
    const bool is_whole = write.kind == WriteKind::Put || write.kind == WriteKind::Undo;
    if (is_whole && has_old_ != has_new_) {
      changes_old_ = has_old_;
      changes_new_ = has_new_;
    }
  }

  std::optional<EncodedItem> run(std::vector<TwinFault>& faults) const {
    if (migration_.kind == MigrationKind::Remove) return std::nullopt;
    if (migration_.kind == MigrationKind::Add) return with_both(migration_, after_);
    if (changes_old_ && changes_new_) return both_changed(faults);
    if (changes_old_) return remade(migration_.news, after_);
    return changes_new_ ? new_changed(faults) : std::nullopt;
  }

 private:
  std::optional<EncodedItem> both_changed(std::vector<TwinFault>& faults) const {
    if (!has_old_ && !has_new_) return std::nullopt;
    if (!has_new_) return remade(migration_.news, after_);
    if (!has_old_) return new_changed(faults);
    const bool agree = follows(migration_.news, after_) || follows(migration_.olds, after_);
    if (!agree) faults.push_back(two_values(migration_));
    return std::nullopt;
  }

  // An old form that cannot be made stays as it was, once programs may go over.
  std::optional<EncodedItem> new_changed(std::vector<TwinFault>& faults) const {
    if (migration_.has_back()) return remade(migration_.olds, after_);
    if (!model::has_all_new(migration_.step)) faults.push_back(no_way_back(migration_));
    return std::nullopt;
  }

  const Migration& migration_;
  const ItemView after_;
  const bool has_old_;
  const bool has_new_;
  bool changes_old_;
  bool changes_new_;
};

std::optional<EncodedItem> resolved_by(const Migration& migration, const TwinWrite& write,
                                       std::vector<TwinFault>& faults) {
  if (model::shows_both(migration.step)) return Resolution(migration, write).run(faults);
  if (migration.step == MigrationStep::RollBack) {
    const bool is_new_alone = is_changed(migration.news, write.before, write.after) &&
                              !is_changed(migration.olds, write.before, write.after);
    if (is_new_alone && !migration.has_back()) {
      faults.push_back(no_way_back(migration));
      return std::nullopt;
    }
    if (!is_new_alone) return with_old_only(migration, write.after);
    return without(migration.news, remade(migration.olds, write.after).view());
  }
  const bool gives_old = is_there(migration.olds, write.after) &&
                         is_changed(migration.olds, write.before, write.after);
  if (gives_old) faults.push_back(old_is_gone(migration));
  return std::nullopt;
}

bool has_something_to_say(const Migration& migration) {
  return migration.step != MigrationStep::Declared && migration.step != MigrationStep::RolledBack;
}

bool is_verified(const Migration& migration, const ItemView& item) {
  if (const auto both = with_both(migration, item)) {
    // What has no value by the formula has none to lose.
    return migration.kind == MigrationKind::Add && !is_there(migration.news, both->view());
  }
  if (migration.kind == MigrationKind::Add || !is_there(migration.olds, item)) return true;
  return follows(migration.news, item) && (!migration.has_back() || follows(migration.olds, item));
}

}  // namespace

Twins::Twins(const model::Table& table, std::vector<Migration> migrations) {
  for (Migration& each : migrations) {
    const bool is_of_table = each.entity->table == &table && each.notes.is_live;
    if (!is_of_table || !has_something_to_say(each)) continue;
    shows_items_ = shows_items_ || !model::is_over(each.step);
    migrations_.push_back(std::move(each));
  }
}

std::optional<EncodedItem> Twins::shown(const model::Entity& entity, const ItemView& stored) const {
  std::optional<EncodedItem> shown;
  for (const Migration& migration : migrations_) {
    if (migration.entity != &entity) continue;
    auto next = shown_by(migration, shown ? shown->view() : stored);
    if (next) shown = std::move(next);
  }
  return shown;
}

std::optional<EncodedItem> Twins::narrowed(const model::Entity& entity,
                                           const ItemView& item) const {
  std::optional<EncodedItem> narrowed;
  for (const Migration& migration : migrations_) {
    if (migration.entity != &entity) continue;
    auto next = narrowed_by(migration, narrowed ? narrowed->view() : item);
    if (next) narrowed = std::move(next);
  }
  return narrowed;
}

std::optional<EncodedItem> Twins::caught_up(const model::Entity& entity,
                                            const ItemView& earlier) const {
  std::optional<EncodedItem> caught_up;
  for (const Migration& migration : migrations_) {
    if (migration.entity != &entity) continue;
    auto next = caught_up_with(migration, caught_up ? caught_up->view() : earlier);
    if (next) caught_up = std::move(next);
  }
  return caught_up;
}

std::optional<EncodedItem> Twins::resolved(const model::Entity& entity, const TwinWrite& write,
                                           std::vector<TwinFault>& faults) const {
  std::optional<EncodedItem> resolved;
  for (const Migration& migration : migrations_) {
    if (migration.entity != &entity) continue;
    const TwinWrite now{.kind = write.kind,
                        .before = write.before,
                        .after = resolved ? resolved->view() : write.after};
    auto next = resolved_by(migration, now, faults);
    if (next) resolved = std::move(next);
  }
  return resolved;
}

WalkedItem walked(const Migration& migration, const ItemView& stored) {
  switch (migration.step) {
    case MigrationStep::Backfill: {
      auto both = with_both(migration, stored);
      if (both && both->view() == stored) both.reset();
      return {.item = std::move(both)};
    }
    case MigrationStep::Verify:
      return {.item = {}, .is_wrong = !is_verified(migration, stored)};
    case MigrationStep::Contract: {
      auto item = with_new_only(migration, stored);
      const bool is_wrong = !item && is_there(migration.olds, stored);
      return {.item = std::move(item), .is_wrong = is_wrong};
    }
    case MigrationStep::RollBack: {
      auto item = with_old_only(migration, stored);
      const bool is_wrong = !item && is_there(migration.news, stored);
      return {.item = std::move(item), .is_wrong = is_wrong};
    }
    default:
      return {};
  }
}

}  // namespace partita::rules

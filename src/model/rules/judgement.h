#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/rules/draft.h"
#include "model/rules/fault.h"
#include "model/rules/judged_write.h"
#include "model/rules/row_program.h"
#include "model/rules/rule_outcome.h"
#include "partita/base/random.h"
#include "partita/base/result.h"

namespace partita::rules {

// What a fault is about, which decides how its text begins.
enum class About { Attribute, Item, Key };

// One write while it is judged. The steps (fill.h, check.h, lifecycle.h, claims.h, companions.h)
// read it, add to its draft and its outcome, and report what is wrong: a client is told all of it
// at once.
class Judgement {
 public:
  // REQUIRES: the change has an item after it. `before` only if it is of the same entity.
  Judgement(const RowProgram& program, const JudgedWrite& change, std::optional<ItemView> before,
            const ItemView& after);

  // Whether the item comes into being.
  bool creates() const { return !draft.before().has_value(); }
  // Whether the request gives the whole item, or only what it changes of one.
  bool is_whole() const { return creates() || change.kind == WriteKind::Put || is_undo(); }
  // Whether the item becomes what it was: what it may become next is not asked then.
  bool is_undo() const { return change.kind == WriteKind::Undo; }
  // Whether the request names the attribute, even with the value it has.
  bool is_target(std::string_view attribute) const;
  model::Instant now() const { return change.now; }
  DraftInput input() const { return {draft, change.now}; }

  // Notes what is wrong: a refusal, or a violation if the rule is only observed. Of one attribute
  // only the first fault counts, since others may follow from it.
  void report(model::Enforcement level, About about, std::string_view attribute, Fault fault);
  // The same for a fault of a slot, by its level.
  void report(SlotIndex slot, Fault fault);
  // Notes that the write came too late, which is no error: it is to change nothing.
  void find_late(std::string_view attribute, Fault fault);
  // The refusals as one error, those that no state of the item would mend first; M203 alone.
  // ERRORS: InvalidArgument that carries a Refusal.
  Status verdict();

  // The item as people name it: its id, or its key.
  std::string id() const;

  const RowProgram& program;
  const JudgedWrite& change;
  Draft draft;
  RuleOutcome outcome;
  bool changes_something = false;  // Otherwise the write repeats what is stored.
  // The step from one state to another that the write makes; null: none, or no such one.
  const model::Transition* transition = nullptr;
  bool is_guard_met = true;  // The transition's `when` holds.

 private:
  std::vector<Refusal> refusals_;
};

// The whole sentence, and all else that a client is told.
Refusal make_refusal(const RowProgram& program, About about, std::string_view attribute,
                     const std::string& id, Fault fault);

// The id of an item of this row.
std::string id_of(const RowProgram& program,
                  FunctionRef<std::optional<ValueView>(std::string_view)> find);

}  // namespace partita::rules

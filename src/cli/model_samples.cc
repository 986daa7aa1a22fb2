#include "cli/model_samples.h"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <utility>

#include "cli/model_progress.h"
#include "cli/model_sample_writes.h"
#include "dynamodb/operations/put_item.h"
#include "dynamodb/operations/scan.h"
#include "dynamodb/operations/single_write.h"
#include "model/samples/sample_generator.h"
#include "model/samples/sample_writes.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/model_store.h"
#include "modelled/registry/server_writes.h"

namespace partita::cli {
namespace {

using registry::HeldModel;
using samples::Write;

// How many items a plan makes, and with it those that belong to them.
std::uint64_t items_of(const model::Model& model, const model::FakePlan& plan, double scale) {
  if (plan.parent == nullptr) {
    return static_cast<std::uint64_t>(static_cast<double>(plan.count) * scale);
  }
  for (const auto& other : model.fakes) {
    if (other.entity != plan.parent) continue;
    return items_of(model, other, scale) * static_cast<std::uint64_t>(plan.per_parent);
  }
  return 0;
}

// What the counts of the file are to be multiplied with.
double scale_of(const model::Model& model, std::optional<std::uint64_t> count) {
  std::int64_t declared = 0;
  for (const auto& plan : model.fakes) {
    if (plan.parent == nullptr) declared += plan.count;
  }
  if (!count || declared <= 0) return 1;
  return static_cast<double>(*count) / static_cast<double>(declared);
}

Result<bool> has_items(operations::Context& context, const model::Model& model) {
  for (const auto& table : model.tables) {
    if (!context.catalog.find(table.name)) continue;
    api::ScanRequest request;
    request.table_name = table.name;
    request.limit = 1;
    const auto page = TRY(sync_wait(operations::scan(context, request)));
    if (page.scanned_count.value_or(0) > 0) return true;
  }
  return false;
}

template <typename Response>
Status status_of(Result<Response> answer) {
  if (!answer.ok()) return std::move(answer).error();
  return {};
}

// Sends the writes of a generator, each at its own time.
class Loader {
 public:
  Loader(ModelDatabase& opened, SampleLoad& load) : opened_(opened), load_(load) {}

  // ERRORS: those that no rule of the model is the reason of.
  Status write(const Write& write) {
    if (!write.entity->notes.is_live) return {};
    const auto table = opened_.database->context().catalog.find(write.entity->table->name);
    const auto* rules = table ? enforcement::model_rules_of(*table) : nullptr;
    if (rules == nullptr) return {};
    set_clock(write.instant);
    Status done = write.by_server ? make(write, *rules) : send(write, *rules);
    return done.ok() ? note_written(write) : note_refused(std::move(done).error());
  }

 private:
  void set_clock(model::Instant instant) {
    opened_.sample_clock->jump_wall(WallTime(instant) - opened_.sample_clock->wall_now());
  }

  Status send(const Write& write, const enforcement::ModelRules& rules) {
    const SampleKeys keys{rules.rules(), *opened_.sample_random};
    auto& context = opened_.database->context();
    if (write.kind == Write::Kind::Create) {
      const auto request = TRY(put_request(keys, write));
      return status_of(sync_wait(operations::put_item(context, request)));
    }
    const auto request = TRY(update_request(keys, write));
    const auto plan = TRY(operations::plan_write(context, request));
    return status_of(sync_wait(operations::execute(context, plan, {})));
  }

  // What the server does by itself, no client can ask for.
  Status make(const Write& write, const enforcement::ModelRules& rules) {
    const SampleKeys keys{rules.rules(), *opened_.sample_random};
    const auto request = TRY(update_request(keys, write));
    return sync_wait(registry::update_as_server(opened_.database->context(), request.table_name,
                                                request.subject.view(), write.attributes));
  }

  Status note_written(const Write& write) {
    ++load_.writes;
    if (write.kind == Write::Kind::Create) ++load_.items;
    return {};
  }

  // One item that the rules do not like is no reason to have none.
  Status note_refused(Error error) {
    if (error.kind() != ErrorKind::InvalidArgument) return error;
    if (load_.refused++ == 0) load_.first_refusal = error.message();
    return {};
  }

  ModelDatabase& opened_;
  SampleLoad& load_;
};

Status write_all(ModelDatabase& opened, const HeldModel& held, const SampleOptions& options,
                 SampleLoad& load) {
  const double scale = scale_of(*held.model, options.count);
  const auto now = opened.database->context().clock.wall_now();
  const model::Instant end = std::chrono::floor<std::chrono::minutes>(now);
  auto generator = TRY(samples::SampleGenerator::create(
      held.model, {.seed = options.seed, .end = end, .scale = scale}));
  Loader loader(opened, load);
  for (const Write& write : samples::sample_writes(*held.model, end)) TRY(loader.write(write));
  std::uint64_t total = load.items;
  for (const auto& plan : held.model->fakes) total += items_of(*held.model, plan, scale);
  ProgressLine line;
  const auto activity = fmt::format("{}: making items", held.record.name);
  while (const auto write = generator.next()) {
    TRY(loader.write(*write));
    line.show(activity, load.items, total);
  }
  return {};
}

}  // namespace

Result<SampleLoad> load_samples(ModelDatabase& opened, const HeldModel& held,
                                const SampleOptions& options) {
  SampleLoad load{.model = held.record.name};
  load.has_no_plans = held.model->fakes.empty() && held.model->samples.empty();
  load.was_filled = TRY(has_items(opened.database->context(), *held.model));
  if (load.has_no_plans || load.was_filled) return load;
  // While samples are made, time is theirs, and so is chance.
  HeldModel sampled = held;
  sampled.model = TRY(registry::read_as_enforcer(held.record.source));
  *opened.sample_random = SeededRandom(options.seed);
  TRY(sync_wait(opened.models().attach(sampled, *opened.sample_clock, *opened.sample_random)));
  Status written = write_all(opened, sampled, options, load);
  TRY(sync_wait(opened.models().attach(held)));
  if (!written.ok()) return std::move(written).error();
  return load;
}

std::string to_text(const SampleLoad& load) {
  if (load.has_no_plans)
    return fmt::format("model {}: it has no section `fake` or `samples`", load.model);
  if (load.was_filled) {
    return fmt::format("model {}: its tables hold items already, so none were made", load.model);
  }
  auto text = fmt::format("model {}: {} items by {} writes", load.model, load.items, load.writes);
  if (load.refused > 0) {
    text +=
        fmt::format("; {} writes were refused, the first: {}", load.refused, load.first_refusal);
  }
  return text;
}

}  // namespace partita::cli

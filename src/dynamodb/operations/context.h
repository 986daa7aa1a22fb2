#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "dynamodb/throughput/throughput_gate.h"
#include "engine/engine.h"
#include "language/expression/expression_cache.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"
#include "store/backups/backups.h"
#include "store/catalog/catalog.h"
#include "store/history/author.h"

namespace partita::places {
class ObjectPlace;
}  // namespace partita::places

namespace partita::table_exports {
class Exports;
}  // namespace partita::table_exports
namespace partita::scaling {
class Scaler;
}  // namespace partita::scaling

namespace partita::table_imports {
class Imports;
}  // namespace partita::table_imports

namespace partita::operations {

// A state of the database that does not change while it is read. Owns its snapshot, if it has a
// separate one.
class Moment {
 public:
  explicit Moment(const engine::View& view) : view_(&view) {}
  explicit Moment(std::unique_ptr<const engine::View> snapshot)
      : snapshot_(std::move(snapshot)), view_(snapshot_.get()) {}

  const engine::View& view() const { return *view_; }

 private:
  std::unique_ptr<const engine::View> snapshot_;
  const engine::View* view_;
};

// The objects that a read operation uses. There is no engine among them: all reads go through
// view() or one_moment(), so that all of them use the snapshot that the caller has chosen. All
// objects outlive the operations. THREADS: safe for concurrent calls.
struct ReadContext {
  catalog::Catalog& catalog;
  expression::ExpressionCache& expressions;
  const Clock& clock;
  // The throughput of tables; null: it is not counted.
  throughput::ThroughputGate* throughput = nullptr;

  ReadContext(const engine::Engine& store, catalog::Catalog& tables,
              expression::ExpressionCache& trees, const Clock& time)
      : catalog(tables), expressions(trees), clock(time), newest_(&store) {}

  // The same context with a snapshot, for a caller that needs several reads of one state.
  // REQUIRES: all reads of the view come from one moment; it outlives the returned context.
  ReadContext at(const engine::View& moment) const {
    ReadContext context = *this;
    context.moment_ = &moment;
    return context;
  }

  // The throughput by which operations on the table are limited; null: none.
  throughput::ThroughputGate* throughput_of(const catalog::Table& table) const {
    return throughput != nullptr && throughput->throttles(table) ? throughput : nullptr;
  }

  // For one read: the chosen snapshot, or the newest state, which may differ for each read.
  const engine::View& view() const { return moment_ != nullptr ? *moment_ : *newest_; }
  // For several reads that belong together: the chosen snapshot, or one of this call.
  Moment one_moment() const {
    return moment_ != nullptr ? Moment(*moment_) : Moment(newest_->snapshot());
  }

 private:
  const engine::Engine* newest_;
  const engine::View* moment_ = nullptr;  // Null: no snapshot was chosen.
};

// The objects that all other operations use.
// THREADS: safe for concurrent calls.
struct Context : ReadContext {
  engine::Engine& engine;
  backups::Backups* backups = nullptr;        // Null: not supported by this database.
  table_exports::Exports* exports = nullptr;  // Null: as above.
  table_imports::Imports* imports = nullptr;  // Null: as above.
  places::ObjectPlace* place = nullptr;       // The buckets of exports and imports. Null: none.
  scaling::Scaler* scaler = nullptr;          // Notified of changed targets; null: none.
  // The caller's role, for transitions of a model that need one; empty: none.
  std::string_view role = {};
  history::Author author = {};  // The author of writes.

  Context(engine::Engine& store, catalog::Catalog& tables, expression::ExpressionCache& trees,
          const Clock& time)
      : ReadContext(store, tables, trees, time), engine(store) {}
};

}  // namespace partita::operations

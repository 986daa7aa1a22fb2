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

// A state of the database that does not change while it is read. Keeps its snapshot, if it has one
// of its own.
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

// What an operation that only reads works with. It has no engine: all reads go through view() or
// one_moment(), so that none of them can pass over the moment that the caller has chosen. All of it
// outlives the operations.
// THREADS: all of it is safe for concurrent calls.
struct ReadContext {
  catalog::Catalog& catalog;
  expression::ExpressionCache& expressions;
  const Clock& clock;
  // What tables may be asked for; null: nobody counts.
  throughput::ThroughputGate* throughput = nullptr;

  ReadContext(const engine::Engine& store, catalog::Catalog& tables,
              expression::ExpressionCache& trees, const Clock& time)
      : catalog(tables), expressions(trees), clock(time), newest_(&store) {}

  // The same context for a caller who reads several times and wants to see one state: all its reads
  // are of that moment. REQUIRES: all reads of the view are of one moment; it outlives the answer.
  ReadContext at(const engine::View& moment) const {
    ReadContext context = *this;
    context.moment_ = &moment;
    return context;
  }

  // The throughput that operations on the table have to ask; null: none.
  throughput::ThroughputGate* throughput_of(const catalog::Table& table) const {
    return throughput != nullptr && throughput->throttles(table) ? throughput : nullptr;
  }

  // For one read: the chosen moment, or the newest state, which may be another for each read.
  const engine::View& view() const { return moment_ != nullptr ? *moment_ : *newest_; }
  // For several reads that belong together: the chosen moment, or that of this call.
  Moment one_moment() const {
    return moment_ != nullptr ? Moment(*moment_) : Moment(newest_->snapshot());
  }

 private:
  const engine::Engine* newest_;
  const engine::View* moment_ = nullptr;  // Null: nobody has chosen one.
};

// What every other operation works with.
// THREADS: all of it is safe for concurrent calls.
struct Context : ReadContext {
  engine::Engine& engine;
  backups::Backups* backups = nullptr;        // Null: this database has none.
  table_exports::Exports* exports = nullptr;  // The same.
  table_imports::Imports* imports = nullptr;  // The same.
  places::ObjectPlace* place = nullptr;       // The buckets of exports and imports. Null: none.
  scaling::Scaler* scaler = nullptr;          // Who is told of changed targets; null: nobody.
  // In which the caller acts, for transitions of a model that ask for one; empty: none.
  std::string_view role = {};
  history::Author author = {};  // Who writes.

  Context(engine::Engine& store, catalog::Catalog& tables, expression::ExpressionCache& trees,
          const Clock& time)
      : ReadContext(store, tables, trees, time), engine(store) {}
};

}  // namespace partita::operations

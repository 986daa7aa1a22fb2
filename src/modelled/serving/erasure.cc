#include "modelled/serving/erasure.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "dynamodb/operations/table_access.h"
#include "engine/retry.h"
#include "model/rules/key_rules.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/serving/failure.h"
#include "store/items/item_key.h"
#include "store/keys/item_keys.h"
#include "store/transactions/item_group.h"

namespace partita::serving {
namespace {

using enforcement::ModelRules;

constexpr std::size_t kRowsOfACommitMax = 100;

// Where rows of the item may be, and how they are known.
struct Search {
  catalog::TablePointer table;
  keys::KeyRange range;
  const model::Entity* entity = nullptr;
  std::string_view attribute;  // Of an edge: holds the id. Empty: versions.
};

struct Row {
  catalog::TablePointer table;
  Bytes key;
};

class Erasure {
 public:
  Erasure(operations::Context& context, const StepRequest& step) : context_(context), step_(step) {}

  Task<Status> run();

 private:
  Status prepare();
  void add_versions();
  void add_edges(const model::Entity& edge, const model::Edge::End& end);
  std::optional<keys::KeyRange> range_of(const catalog::Table& table, const model::Row& row,
                                         std::string_view attribute) const;
  bool is_wanted(const Search& search, const ItemView& item) const;
  Task<Status> look(const Search& search, std::vector<Row>& rows) const;
  Task<Status> attempt(engine::Transaction& transaction);
  Task<Status> erase_group(engine::Transaction& transaction);

  operations::Context& context_;
  const StepRequest& step_;
  catalog::TablePointer table_;
  const model::Entity* entity_ = nullptr;
  Value id_;
  std::vector<Search> searches_;
  // Of the last attempt.
  transactions::ItemGroup group_;
  bool has_found_all_ = false;
  std::size_t erased_ = 0;
};

Status Erasure::prepare() {
  table_ = TRY(operations::find_table(context_, step_.plan->table->name));
  const ModelRules* rules = enforcement::model_rules_of(*table_);
  const model::Model* model = rules == nullptr ? nullptr : &rules->model();
  entity_ = model == nullptr ? nullptr : model->find_entity(step_.plan->entity->name);
  if (entity_ == nullptr) return Error::unavailable("the model of the table is being changed");
  const auto id = step_.attributes.view().find(entity_->id_attribute());
  add_versions();
  if (!id) return {};
  id_ = id->to_value();
  for (const model::Entity& edge : model->entities) {
    if (!edge.edge || !edge.notes.is_live) continue;
    for (const model::Edge::End* end : {&edge.edge->from, &edge.edge->to}) {
      if (end->entity == entity_) add_edges(edge, *end);
    }
  }
  return {};
}

void Erasure::add_versions() {
  const auto rows = enforcement::model_rules_of(*table_)->rules().version_rows(step_.key.view());
  if (!rows) return;
  const Bytes prefix = items::key_of_stored(*table_, rows->key_prefix.view());
  searches_.push_back(
      {.table = table_, .range = keys::prefix_range(prefix), .entity = entity_, .attribute = {}});
}

// The rows that begin with what the id alone makes of the row's key; nullopt if that is nothing.
std::optional<keys::KeyRange> Erasure::range_of(const catalog::Table& table, const model::Row& row,
                                                std::string_view attribute) const {
  const EncodedValue id(id_);
  const auto find = [&](std::string_view name) {
    return name == attribute ? std::optional(id.view()) : std::nullopt;
  };
  auto partition = rules::render_key(row.keys[0].key, find);
  if (!partition.ok() || !*partition) return std::nullopt;
  Item key{{row.keys[0].name, **std::move(partition)}};
  if (row.keys.size() > 1) {
    auto prefix = row.keys[1].key.render_prefix(find);
    if (!prefix.ok()) return std::nullopt;
    key.set(row.keys[1].name, Value(*std::move(prefix)));
  }
  return keys::prefix_range(items::key_of_stored(table, EncodedItem(key).view()));
}

// Edges without a row under the item's own id are looked for everywhere: that is slow, but none may
// be left.
void Erasure::add_edges(const model::Entity& edge, const model::Edge::End& end) {
  const auto table = context_.catalog.find(edge.table->name);
  if (!table) return;
  auto range = range_of(*table, edge.row, end.attribute);
  if (!range && edge.edge->mirror) range = range_of(*table, *edge.edge->mirror, end.attribute);
  if (!range) range = keys::index_range(table->id, keys::IndexId::Base);
  searches_.push_back(
      {.table = table, .range = *std::move(range), .entity = &edge, .attribute = end.attribute});
}

bool Erasure::is_wanted(const Search& search, const ItemView& item) const {
  const ModelRules* rules = enforcement::model_rules_of(*search.table);
  if (rules == nullptr || rules->rules().entity_of(item) != search.entity) return false;
  if (search.attribute.empty()) return rules->rules().owner_of(item) == nullptr;
  const Item known = rules->rules().parse_key(item);
  const Value* end = known.find(search.attribute);
  return end != nullptr && *end == id_;
}

Task<Status> Erasure::look(const Search& search, std::vector<Row>& rows) const {
  Status parsed;
  const auto visit = [&](ByteView key, ByteView value) {
    const auto item = ItemView::parse(value);
    if (!item.ok()) {
      parsed = item.error();
      return engine::Visit::Stop;
    }
    if (is_wanted(search, *item)) rows.push_back({search.table, Bytes(key)});
    return rows.size() < kRowsOfACommitMax ? engine::Visit::Continue : engine::Visit::Stop;
  };
  Status read =
      co_await context_.engine.scan({.begin = search.range.begin, .end = search.range.end}, visit);
  CO_TRY(read);
  co_return parsed;
}

// Rows are looked for outside of the transaction and read in it.
Task<Status> Erasure::attempt(engine::Transaction& transaction) {
  std::vector<Row> rows;
  for (const Search& search : searches_) {
    if (rows.size() == kRowsOfACommitMax) break;
    Status looked = co_await look(search, rows);
    CO_TRY(looked);
  }
  has_found_all_ = rows.size() < kRowsOfACommitMax;
  group_ = {};
  for (Row& row : rows) group_.add(row.table, std::move(row.key));
  if (has_found_all_) group_.add(table_, items::key_of_stored(*table_, step_.key.view()));
  co_return co_await erase_group(transaction);
}

Task<Status> Erasure::erase_group(engine::Transaction& transaction) {
  auto images = co_await group_.read(transaction, context_.catalog);
  CO_TRY(images);
  erased_ = 0;
  for (std::size_t i = 0; i < group_.size(); ++i) {
    const auto before = images->item(i);
    CO_TRY(before);
    if (!*before) continue;
    ++erased_;
    const transactions::ItemGroup::Change change{
        .index = i,
        .before = *before,
        .after = {},
        .origin = {.kind = WriteKind::Erase, .is_server = true, .author = context_.author}};
    Status buffered = co_await group_.buffer(transaction, change);
    CO_TRY(buffered);
  }
  for (std::size_t i = 0; i < group_.size(); ++i) {
    Status settled = co_await group_.settle_pending(transaction, i);
    CO_TRY(settled);
  }
  co_return Status{};
}

// Another look after the last commit finds what came meanwhile: nothing can come any more then,
// since an edge refers to the item and a version is written with it.
Task<Status> Erasure::run() {
  Status prepared = prepare();
  CO_TRY(prepared);
  const auto body = [this](engine::Transaction& transaction) { return attempt(transaction); };
  for (bool is_first = true;; is_first = false) {
    Status erased = co_await engine::run(context_.engine, body);
    CO_TRY(erased);
    group_.count(context_.catalog.statistics());
    group_.charge(context_.catalog.usage());
    if (erased_ > 0 || !has_found_all_) continue;
    if (!is_first) co_return Status{};
    co_return failure(FailureKind::NotFound, fmt::format("there is no {}", step_.item_name()));
  }
}

}  // namespace

Task<Status> erase(operations::Context& context, const StepRequest& step) {
  Erasure erasure(context, step);
  co_return co_await erasure.run();
}

}  // namespace partita::serving

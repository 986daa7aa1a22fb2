#include "partita/database.h"

#include <utility>

#include "library/open_database.h"

namespace partita {
namespace {

using library::OpenDatabase;

engine::Durability engine_durability(Durability durability) {
  return durability == Durability::Synced ? engine::Durability::Synced
                                          : engine::Durability::Relaxed;
}

database::RocksdbStore files_in(const std::filesystem::path& directory,
                                const DatabaseOptions& options) {
  database::RocksdbStore store;
  store.directory = directory;
  store.durability = engine_durability(options.durability);
  store.relaxed_interval = options.relaxed_interval;
  store.cache_bytes = options.cache_bytes;
  store.master_key = options.master_key;
  store.report = options.report;
  return store;
}

Result<std::unique_ptr<OpenDatabase>> open_store(const database::Store& store,
                                                 const DatabaseOptions& options) {
  database::DatabaseOptions inner;
  inner.sweeper.report = options.report;
  inner.calendar.report = options.report;
  inner.backups = options.backups;
  auto opened = TRY(database::Database::open(store, inner));
  if (options.report) {
    for (const std::string& warning : opened->models().warnings()) options.report(warning);
  }
  return std::make_unique<OpenDatabase>(std::move(opened));
}

}  // namespace

namespace library {

Error closed() { return Error::unavailable("the database is closed"); }

Result<OpenDatabase*> Access::of(Database& database) {
  if (database.open_ == nullptr) return closed();
  return database.open_.get();
}

}  // namespace library

Database::Database(std::unique_ptr<OpenDatabase> open) : open_(std::move(open)) {}
Database::Database(Database&& other) noexcept = default;
Database& Database::operator=(Database&& other) noexcept = default;
Database::~Database() = default;

Result<Database> Database::open(const std::filesystem::path& directory,
                                const DatabaseOptions& options) {
  // Never taken for the working directory: it comes of a setting that somebody forgot.
  if (directory.empty()) return Error::invalid_argument("the path of the database is empty");
  Database database(TRY(open_store(files_in(directory, options), options)));
  for (const ModelFile& file : options.models) TRY(database.models().apply(file));
  return database;
}

Result<Database> Database::in_memory(const DatabaseOptions& options) {
  Database database(TRY(open_store(database::MemoryStore{}, options)));
  for (const ModelFile& file : options.models) TRY(database.models().apply(file));
  return database;
}

void Database::close() { open_.reset(); }

bool Database::is_open() const { return open_ != nullptr; }

DatabaseHealth Database::health() const {
  DatabaseHealth health;
  if (open_ == nullptr) {
    health.accepts_writes = false;
    health.write_refusal = library::closed().message();
    return health;
  }
  database::Database& database = open_->database();
  auto availability = database.write_availability();
  health.accepts_writes = availability.accepts_writes;
  health.write_refusal = std::move(availability.reason);
  health.read_trouble = database.read_trouble();
  health.date_doubt = database.calendar().doubt();
  return health;
}

Models Database::models() { return Models(open_.get()); }

AsyncOperations Database::async() { return AsyncOperations(open_.get()); }

Status Database::put(std::string_view table_name, const Item& item) {
  api::PutItemRequest request;
  request.table_name = table_name;
  request.item = api::item_input(item);
  TRY(put_item(request));
  return {};
}

Result<std::optional<Item>> Database::get(std::string_view table_name, const Item& key) {
  api::GetItemRequest request;
  request.table_name = table_name;
  request.key = api::item_input(key);
  request.consistent_read = true;
  const auto response = TRY(get_item(request));
  if (!response.item) return std::optional<Item>();
  return std::optional(response.item->view().to_item());
}

Status Database::remove(std::string_view table_name, const Item& key) {
  api::DeleteItemRequest request;
  request.table_name = table_name;
  request.key = api::item_input(key);
  TRY(delete_item(request));
  return {};
}

}  // namespace partita

#include "database/maintenance.h"

#include <fmt/format.h>

#include <utility>

#include "database/database.h"
#include "database/store_server.h"
#include "engine/key_rotation.h"
#include "engine/scrub.h"
#include "partita/base/random.h"
#include "partita/base/task.h"

namespace partita::database {
namespace {

// Opening makes what is missing, which is not what maintenance is for.
Result<std::unique_ptr<engine::Engine>> open_existing(const Store& store) {
  if (!TRY(has_been_made(store))) {
    return Error::not_found(fmt::format("there is no data of partita in {}", place_of(store)));
  }
  return open_engine(store);
}

}  // namespace

Result<CheckReport> check_store(const Store& store,
                                FunctionRef<void(const audit::AuditReport&)> tell) {
  auto engine = TRY(open_existing(store));
  if (auto* const scrub = engine->abilities().scrub) TRY(scrub->scrub());
  CheckReport report;
  const auto count = [&](ByteView key, ByteView value) {
    ++report.rows;
    report.row_bytes += key.size() + value.size();
    return engine::Visit::Continue;
  };
  TRY(sync_wait(engine->scan({}, count)));
  report.write_refusal = engine->write_availability().reason;
  const auto database =
      TRY(Database::open_on(std::move(engine), traits_of(store), {.background = Background::None}));
  report.audit = TRY(database->audits().run(tell));
  return report;
}

Status rotate_keys(const RocksdbStore& store, const std::optional<MasterKeySource>& replacement) {
  const auto engine = TRY(open_existing(store));
  auto* const keys = engine->abilities().key_rotation;
  if (keys == nullptr) return Error::invalid_argument("such a store is never encrypted");
  if (!replacement) return keys->rotate_data_key();
  // Loaded first: if it cannot be had, nothing is changed.
  const auto master = TRY(engine::MasterKey::load(*replacement, store.directory));
  TRY(keys->rotate_data_key());
  return keys->rotate_master_key(master);
}

Result<std::string> create_key_file(const std::filesystem::path& path) {
  SystemRandom random;
  const auto key = engine::MasterKey::generate(random);
  TRY(key.write_new_file(path));
  return key.fingerprint();
}

}  // namespace partita::database

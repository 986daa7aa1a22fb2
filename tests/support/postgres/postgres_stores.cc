#include "support/postgres/postgres_stores.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace partita::testing {
namespace {

std::string foreign_address() {
  const char* const address = std::getenv("PARTITA_ENGINE_STORE");
  return address == nullptr ? "" : address;
}

}  // namespace

PostgresStores::PostgresStores() : foreign_(foreign_address()) {
  if (foreign_.empty()) cluster_ = std::make_unique<PostgresCluster>();
}

PostgresStores::~PostgresStores() {
  for (const std::string& schema : schemas_) {
    try {
      PostgresCluster::run_at(foreign_, fmt::format("DROP SCHEMA {} CASCADE", schema));
    } catch (const std::runtime_error& error) {
      fmt::print(stderr, "the schema {} is left behind: {}\n", schema, error.what());
    }
  }
}

std::string PostgresStores::new_store() {
  // Of all in this program.
  static std::atomic<int> schemas = 0;
  if (cluster_ != nullptr) return cluster_->new_store();
  const std::string schema = fmt::format("partita_test_{}_{}", ::getpid(), ++schemas);
  PostgresCluster::run_at(foreign_, fmt::format("CREATE SCHEMA {}", schema));
  schemas_.push_back(schema);
  return fmt::format("{}{}options=-csearch_path%3D{}", foreign_,
                     foreign_.find('?') == std::string::npos ? '?' : '&', schema);
}

}  // namespace partita::testing

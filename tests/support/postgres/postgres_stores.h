#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/postgres/postgres_cluster.h"

namespace partita::testing {

// Where tests make stores: in a PostgreSQL of their own, or in the one whose address is in
// PARTITA_ENGINE_STORE (`make engine-test`), in schemas that are gone at the end.
class PostgresStores {
 public:
  PostgresStores();
  ~PostgresStores();
  PostgresStores(const PostgresStores&) = delete;

  std::string new_store();

 private:
  const std::string foreign_;  // Empty: there is a cluster.
  std::unique_ptr<PostgresCluster> cluster_;
  std::vector<std::string> schemas_;
};

}  // namespace partita::testing

#pragma once

#include <memory>

#include "conformance/runner/endpoint.h"
#include "partita/base/result.h"

namespace partita::conformance {

// Without sockets: requests go straight to the dispatcher.
Result<std::unique_ptr<Endpoint>> open_in_memory();
Result<std::unique_ptr<Endpoint>> open_on_suspending_engine();
Result<std::unique_ptr<Endpoint>> open_on_postgres();
Result<std::unique_ptr<Endpoint>> open_on_rocksdb(const OnRocksdb& options);

}  // namespace partita::conformance

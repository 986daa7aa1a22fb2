#pragma once

#include <memory>
#include <string>

#include "connection.h"
#include "partita/base/clock.h"
#include "script.h"
#include "signer.h"
#include "tally.h"

namespace partita::load {

// A connection with the script that is played on it: one request under way at any time.
// THREADS: one thread at a time.
class Lane {
 public:
  struct Options {
    Endpoint endpoint;
    Credentials credentials;
    unsigned whole_every = 1;   // Of so many answers one is checked whole,
    unsigned whole_offset = 0;  // which is not the same one on all lanes.
  };

  static Result<std::unique_ptr<Lane>> open(const Options& options, std::unique_ptr<Script> script);

  // Sends the next request; false if the script has none.
  Result<bool> ask();
  // Takes what has arrived; true if the answer is complete. It is then checked and counted.
  Result<bool> hear(Tally& tally);

  const Script& script() const { return *script_; }
  int descriptor() const { return connection_.descriptor(); }

 private:
  Lane(const Options& options, Connection connection, std::unique_ptr<Script> script);

  Connection connection_;
  Signer signer_;
  const std::unique_ptr<Script> script_;
  const unsigned whole_every_;
  std::string body_;
  std::string request_;
  std::uint64_t answers_;
  MonotonicTime asked_at_;
};

}  // namespace partita::load

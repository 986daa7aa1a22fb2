#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "conformance/runner/endpoint.h"
#include "partita/base/random.h"
#include "request_fuzz/request_maker.h"
#include "wire/endpoints/dispatcher.h"

namespace partita::request_fuzz {

// Sends requests to all operations that are served, most of them broken in one place. The same seed
// sends the same requests to a server that answers the same.
class RequestFuzzer {
 public:
  struct Tally {
    std::uint64_t sent = 0;
    std::uint64_t accepted = 0;
  };

  // REQUIRES: the server outlives it. All of its tables are deleted now and then.
  RequestFuzzer(conformance::Endpoint& server, std::uint64_t seed)
      : server_(server), seed_(seed), random_(seed), maker_(random_, learned_) {}

  // Sends one request. "" if its answer is one that a server may give; else what is wrong with it,
  // and the request.
  std::string send_next();
  // A request of the operation that is not broken, though the server may well refuse it.
  std::string send_whole(const endpoints::ServedOperation& operation);
  // A request of the operation with every member, each place of which is in turn each odd kind of
  // JSON. "" or the first complaint.
  std::string send_odd_values(const endpoints::ServedOperation& operation);
  // The same request, each list and map of which is filled to its limit and then has one more
  // element, which is in turn each odd kind of JSON.
  std::string send_filled_lists(const endpoints::ServedOperation& operation);

  std::map<std::string_view, Tally>& tallies() { return tallies_; }
  std::uint64_t sent() const { return sent_; }

 private:
  struct Attempt {
    const endpoints::ServedOperation* operation;
    std::string what;  // How the request was broken.
    std::string body;
  };

  Attempt make_attempt();
  std::string send(const Attempt& attempt);
  void begin_anew();
  void create_tables();
  void drop_table(std::string_view name);

  conformance::Endpoint& server_;
  const std::uint64_t seed_;
  SeededRandom random_;
  LearnedTexts learned_;
  RequestMaker maker_;
  std::map<std::string_view, Tally> tallies_;
  std::uint64_t sent_ = 0;
  bool is_table_missing_ = false;
};

}  // namespace partita::request_fuzz

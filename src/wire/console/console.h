#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wire/console/assets.h"
#include "wire/protocol/http_request.h"
#include "wire/protocol/http_response.h"

namespace partita::console {

enum class Mode : std::uint8_t {
  On,
  ReadOnly,  // The pages offer no change, and changes that they send all the same are refused.
  Off,
};

struct ConsoleSettings {
  Mode mode = Mode::On;
  std::string name = {};     // Of the environment, shown beside the logo; empty: the address.
  std::string version = {};  // Of the program.
};

// The web pages at /console/: files that are in the program and hold no data. What they show they
// ask for by the two APIs, as any other client does, and sign it themselves.
// THREADS: immutable, safe for concurrent calls.
class Console {
 public:
  explicit Console(ConsoleSettings settings) : settings_(std::move(settings)) {}

  // Whether the path is for the console, be it there or not.
  static bool is_console(std::string_view path);
  bool is_on() const { return settings_.mode != Mode::Off; }

  // A file; for a path without a dot in its last segment the page that all views begin with, so
  // that links to views work; or what the pages must know first (config.json).
  // `must_sign`: requests for data need an access key.
  protocol::HttpStatus answer(const protocol::HttpRequest& request,
                              protocol::HttpResponse& response, bool must_sign) const;

  // Whether the request is a change that the console's own pages have sent although they may only
  // read. Fills the response then. Other clients are not its business.
  bool refuses(const protocol::HttpRequest& request, protocol::HttpResponse& response) const;

 private:
  protocol::HttpStatus answer_config(protocol::HttpResponse& response, bool must_sign) const;

  const ConsoleSettings settings_;
};

}  // namespace partita::console

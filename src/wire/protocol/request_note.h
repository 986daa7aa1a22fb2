#pragma once

#include <optional>
#include <string>

namespace partita::protocol {

// What a request was about, noted while it is answered, for the request log. Never holds a secret,
// a signature or anything of an item.
struct RequestNote {
  std::string request_id;
  // "PutItem"; for what is no operation, the method and the path.
  std::string operation;
  // Its name, or the names of all with commas between them.
  std::string table;
  // With which the request was let in.
  std::string access_key_id;
  // By which the client follows the request through several services; empty: none.
  std::string correlation;
  // "ValidationException"; empty if all went well.
  std::string error_type;
  // "throttle", if it met a fault that somebody has asked for.
  std::string fault;
  // Only if the client asked for them: they are not computed otherwise.
  std::optional<double> capacity_units;

  void clear() {
    for (auto* text :
         {&request_id, &operation, &table, &access_key_id, &correlation, &error_type, &fault}) {
      text->clear();
    }
    capacity_units.reset();
  }
};

}  // namespace partita::protocol

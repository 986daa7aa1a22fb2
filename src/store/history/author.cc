#include "store/history/author.h"

namespace partita::history {

std::string_view name_of(Author::Kind kind) {
  switch (kind) {
    case Author::Kind::Unknown:
      break;
    case Author::Kind::Client:
      return "client";
    case Author::Kind::Expiry:
      return "expiry";
    case Author::Kind::Server:
      return "server";
    case Author::Kind::Restore:
      return "restore";
    case Author::Kind::Undo:
      return "undo";
  }
  return {};
}

}  // namespace partita::history

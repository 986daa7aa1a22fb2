#include "model/definition/unserved.h"

#include <fmt/format.h>

#include "model/definition/sync.h"
#include "partita/base/function_ref.h"

namespace partita::model {
namespace {

using Tell = FunctionRef<void(std::string subject, Place place)>;

void find_syncs(const Model& model, Tell tell) {
  for (const RawElement& sync : model.syncs) {
    if (!sync.notes.is_live || is_served(sync)) continue;
    tell(fmt::format("sync {}", sync.name), sync.notes.place);
  }
}

void find_tracks(const Model& model, Tell tell) {
  for (const RawElement& sync : model.syncs) {
    const Node* track = sync.content.find("track");
    const bool names_keys = sync.notes.is_live && track != nullptr && !track->members.empty();
    if (names_keys) tell(fmt::format("track of {}", sync.name), sync.notes.place);
  }
}

struct Section {
  std::string_view name;
  std::string_view effect;
  void (*find)(const Model& model, Tell tell);
};

// When the server learns to do one of these, delete its row: all warnings about it go with it.
constexpr Section kUnserved[] = {
    {"sync", "nothing is told", find_syncs},
    {"sync", "rows with these keys are not written; name an entity that is to have them",
     find_tracks},
};

}  // namespace

std::vector<Unserved> unserved(const Model& model) {
  std::vector<Unserved> found;
  for (const Section& section : kUnserved) {
    section.find(model, [&](std::string subject, Place place) {
      found.push_back({section.name, std::move(subject), section.effect, place});
    });
  }
  return found;
}

std::string to_text(const Unserved& declared) {
  return fmt::format("{}, {}: {}", declared.section, declared.subject, declared.effect);
}

}  // namespace partita::model

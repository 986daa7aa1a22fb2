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
    const bool is_tracked = sync.notes.is_live && sync.content.find("track") != nullptr;
    if (is_tracked) tell(fmt::format("track of {}", sync.name), sync.notes.place);
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
    {"sync", "the server alone may write these rows, and does not write them yet", find_tracks},
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

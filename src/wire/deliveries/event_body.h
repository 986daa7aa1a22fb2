#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "modelled/syncs/courier.h"

// Events as webhooks have them:
//
// {"id": "1f0c6a7e2b9d4c53-00000000000000001042", "type": "Task.modified",
//  "timestamp": "2026-11-18T20:15:02.117Z", "sync": "album_workflow/task_done",
//  "data": {...}, "old": {...}}
//
// In a request for several of them: {"events": [...]}.
namespace partita::deliveries {

std::string event_body(const syncs::Parcel& parcel);
// "webhook-id": of the event, or of the first one of several with the number of the last.
std::string parcel_id(const syncs::Parcel& parcel);

// The events that an answer names as refused: {"failed": [{"id": "...", "error": "..."}]}. None if
// it names none or is something else.
std::vector<syncs::Receipt::RefusedEvent> refused_in(std::string_view answer,
                                                     std::uint64_t instance);

}  // namespace partita::deliveries

#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "modelled/syncs/courier.h"
#include "wire/outgoing/answer_reader.h"

// What the status of an answer says, whatever was asked.
namespace partita::deliveries {

// Whether a status is about what was told, and not about the target or how it is asked.
bool is_about_event(int status);

// Taken, Refused, Busy or Gone, with the error and how long the target wants to be left alone.
syncs::Receipt receipt_of_status(const outgoing::CallAnswer& answer);

// The beginning of a text as far as it can be shown in one line.
std::string shown_text(std::string_view text);

}  // namespace partita::deliveries

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::load {

// Which version of a message: 0 as loaded, else the stamp of its last writer. It stands inside the
// message, so that any answer can be checked whole without knowing who wrote when.
using Revision = std::uint64_t;

// A message of the data set. Everything in it follows from these two numbers, but for retry_count,
// which updates raise. Every version of a message has the same index keys and the same size.
struct Message {
  std::uint64_t number = 0;
  Revision revision = 0;

  bool operator==(const Message&) const = default;
};

inline constexpr std::string_view kTable = "bench-messages";
inline constexpr std::string_view kStageIndex = "stage-created_date-index";
inline constexpr std::string_view kStatusIndex = "status-created_date-index";
// Messages number n and n + 3 are neighbours in the index of their stage.
inline constexpr std::array<std::string_view, 3> kStages = {"dev", "stage", "prod"};

std::string_view stage_of(std::uint64_t number);
std::string_view status_of(std::uint64_t number);

// These append JSON: no spaces, the layout that DynamoDB's wire format has.
void append_item(std::string& json, const Message& message);
// {"message_id":{"S":"..."}}
void append_key(std::string& json, std::uint64_t number);

// These append the bare text of an attribute.
void append_id(std::string& text, std::uint64_t number);
void append_created_date(std::string& text, std::uint64_t number);
void append_updated_date(std::string& text, const Message& message);
void append_correlation_id(std::string& text, const Message& message);

// The message whose attributes these are, or nullopt if no message has them.
std::optional<std::uint64_t> number_of_date(std::string_view created_date);
std::optional<Revision> revision_of(std::string_view correlation_id);

}  // namespace partita::load

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/base/error.h"

namespace partita::rules {

inline constexpr std::string_view kInvalid = "M101";
inline constexpr std::string_view kNotCanonical = "M102";
inline constexpr std::string_view kImmutable = "M103";
inline constexpr std::string_view kNotComputed = "M104";
inline constexpr std::string_view kOtherKey = "M105";
inline constexpr std::string_view kHasSeparator = "M106";
inline constexpr std::string_view kIncomplete = "M107";
inline constexpr std::string_view kNoRevision = "M109";
inline constexpr std::string_view kServerOwned = "M110";
inline constexpr std::string_view kTwoValues = "M120";
inline constexpr std::string_view kOldForm = "M121";
inline constexpr std::string_view kNoWayBack = "M122";
inline constexpr std::string_view kNoTransition = "M201";
inline constexpr std::string_view kTransitionNeeds = "M202";
inline constexpr std::string_view kOtherRevision = "M203";
inline constexpr std::string_view kNotUnique = "M204";
inline constexpr std::string_view kNoReference = "M205";
inline constexpr std::string_view kStillReferenced = "M206";
inline constexpr std::string_view kNotHolder = "M207";

// Why a write is not as the model wants it: everything a client can be told.
struct Refusal {
  // Which of DynamoDB's exceptions it becomes: that of a bad request, or that of a state which the
  // request did not expect.
  enum class Kind { Validation, Condition };

  std::string code;  // "M201"
  Kind kind = Kind::Validation;
  std::string model;
  std::string entity;     // Empty if no entity has the item.
  std::string id;         // Of the item, as people write it.
  std::string attribute;  // A path: "payload.tags[2]"; may be empty.
  std::string rule;       // "min", "lifecycle", "required"
  std::string value;      // What the request has; never that of a sensitive attribute.
  std::string current;    // What is stored, where that matters.
  std::vector<std::string> allowed;
  std::string text;                  // The whole sentence behind DynamoDB's own first words.
  std::vector<Refusal> others = {};  // What else is wrong with the item; they have none.
};

// Every code there is, and which exception it becomes. Condition is only what another state of the
// database would let pass: programs take it for a race that they have lost, and go on. What the
// model forbids in any state is Validation, so that nobody overlooks it.
struct CodeKind {
  std::string_view code;
  Refusal::Kind kind;
};
inline constexpr CodeKind kCodes[] = {
    {kInvalid, Refusal::Kind::Validation},      {kNotCanonical, Refusal::Kind::Validation},
    {kImmutable, Refusal::Kind::Validation},    {kNotComputed, Refusal::Kind::Validation},
    {kOtherKey, Refusal::Kind::Validation},     {kHasSeparator, Refusal::Kind::Validation},
    {kIncomplete, Refusal::Kind::Validation},   {kNoRevision, Refusal::Kind::Validation},
    {kServerOwned, Refusal::Kind::Validation},  {kTwoValues, Refusal::Kind::Validation},
    {kOldForm, Refusal::Kind::Validation},      {kNoWayBack, Refusal::Kind::Validation},
    {kNoTransition, Refusal::Kind::Condition},  {kTransitionNeeds, Refusal::Kind::Validation},
    {kOtherRevision, Refusal::Kind::Condition}, {kNotUnique, Refusal::Kind::Condition},
    {kNoReference, Refusal::Kind::Condition},   {kStillReferenced, Refusal::Kind::Condition},
    {kNotHolder, Refusal::Kind::Condition},
};

// REQUIRES: `code` is one of them.
Refusal::Kind kind_of(std::string_view code);

// How a refusal travels in an Error: message() is its text.
struct RefusalDetail final : ErrorDetail {
  explicit RefusalDetail(Refusal content) : refusal(std::move(content)) {}

  Refusal refusal;
};

Error to_error(Refusal refusal);
// The refusal that the error carries, or null if it is another error.
const Refusal* refusal_of(const Error& error);

}  // namespace partita::rules

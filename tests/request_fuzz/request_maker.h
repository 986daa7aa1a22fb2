#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/random.h"
#include "request_fuzz/json_node.h"

namespace partita::request_fuzz {

// Texts that only the server can give, such as the ARN of a stream, by the name of the member that
// wants them. Taken from its last answers, because those of one answer go together; else the newest
// text of that name.
class LearnedTexts {
 public:
  // `answer` is JSON, or nothing is learned.
  void learn(std::string_view answer);
  // From now on texts of this answer are preferred, counted from the newest. REQUIRES: there is
  // one.
  void prefer(std::size_t answer) { preferred_ = answer; }
  std::size_t answers() const { return answers_.size(); }
  // nullptr if there is none yet.
  const std::string* find(std::string_view member) const;

 private:
  using Texts = std::map<std::string, std::string, std::less<>>;

  std::deque<Texts> answers_;  // The newest first.
  Texts newest_;
  std::size_t preferred_ = 0;
};

// Which members of a structure a request has.
enum class Members {
  Some,  // Those that go together in a request that a server may well accept.
  All    // Every one that the shape has, whether or not they go together.
};

// Makes requests from their shapes, so that an operation that is new is known here by itself. What
// the shape does not say comes from samples.h and from what the server has answered.
class RequestMaker {
 public:
  // REQUIRES: both outlive it.
  RequestMaker(Random& random, LearnedTexts& learned) : random_(random), learned_(learned) {}

  JsonNode make(const protocol::StructureType& request, Members members);

 private:
  // Of one structure.
  struct Style {
    bool is_legacy;  // With parameters of the days before expressions, instead of those.
    bool is_sparse;  // With as few members as may be.
  };

  JsonNode structure(const protocol::StructureType& type);
  JsonNode member(const protocol::MemberType& type);
  JsonNode field(const protocol::FieldType& type, const protocol::MemberType& member);
  JsonNode list(const protocol::FieldType& type, const protocol::MemberType& member);
  JsonNode map(const protocol::FieldType& type, const protocol::MemberType& member);
  JsonNode text(const protocol::MemberType& member);
  JsonNode number(const protocol::MemberType& member);
  std::string table_name();
  void add_placeholders(const protocol::StructureType& type, JsonNode& structure);
  bool is_wanted(const protocol::MemberType& member, const Style& style);

  bool one_in(std::uint64_t chances) { return random_.below(chances) == 0; }
  template <typename Choices>
  const auto& any_of(const Choices& choices) {
    return choices[random_.below(choices.size())];
  }

  Random& random_;
  LearnedTexts& learned_;
  Members members_ = Members::Some;
  bool creates_table_ = false;
};

// Says of the node and all below it what the type says. Needed after a sample has been parsed.
void annotate(JsonNode& node, const protocol::FieldType& type);

}  // namespace partita::request_fuzz

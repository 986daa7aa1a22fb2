#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/function_ref.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"

// Key templates: text with variables, rendered from attributes and, if they are parseable, read
// back into them.
//
//   template := (literal | "{" variable "}")*       "{{" and "}}" are literal braces
//   variable := name (":0" width)? ("|" filter)?  |  "shard(" name "," count ")"
//   filter   := lower | slug

namespace partita::model {

enum class TextFilter { None, Lower, Slug };

struct TemplateVariable {
  std::string name;  // An attribute; `it` in index keys with `each`; `n` and `at` in versions.
  int width = 0;     // Zero padded to this many digits; 0: as it is.
  TextFilter filter = TextFilter::None;
  int shards = 0;     // Of shard(name, n): a number below n in place of the value; 0: no shard.
  std::string until;  // The literal behind it, which its values must not contain.

  // Whether reading back gives the attribute itself.
  bool is_reversible() const { return filter == TextFilter::None && shards == 0; }
};

// Literal text, or a variable.
struct TemplatePart {
  std::string literal;  // Only without a variable.
  std::optional<TemplateVariable> variable;
};

// THREADS: safe for concurrent calls.
class KeyTemplate {
 public:
  static constexpr std::size_t kTextBytesMax = 1024;
  static constexpr int kWidthMax = 38;
  static constexpr int kShardsMax = 1000;

  using Lookup = FunctionRef<std::optional<ValueView>(std::string_view name)>;
  using Visitor = FunctionRef<void(const TemplateVariable& variable, std::string_view text)>;

  KeyTemplate() = default;
  // ERRORS: InvalidArgument with the position and what is allowed.
  static Result<KeyTemplate> parse(std::string_view text);

  // Appends the key to `target`. False, and nothing appended, if an attribute is absent, NULL or of
  // a type that has no text (only S and N have). Numbers are in DynamoDB's plain form.
  // ERRORS: InvalidArgument if a value contains the literal behind its variable or does not fit its
  // padding: a whole number, not negative, not wider. The message names the variable, for M106.
  Result<bool> render(std::string& target, Lookup lookup) const;
  // The key up to the first attribute that is absent: for begins_with. Same errors.
  Result<std::string> render_prefix(Lookup lookup) const;

  // Reads a key back: one call for each variable, in order, padding removed. False if the key is
  // not of this template; then `visit` may have been called for some.
  bool read_back(std::string_view key, Visitor visit) const;
  bool matches(std::string_view key) const;

  // The text before the first variable; all of it if there is none.
  std::string_view literal_prefix() const;
  // Without variables: always the same key.
  bool is_constant() const;
  // The template is one variable and nothing else: `{message_id}`. Keeps the attribute's type.
  bool is_bare_variable() const;
  // Why it cannot be read back (two variables that touch), or empty if it can.
  const std::string& ambiguity() const { return ambiguity_; }

  const std::string& text() const { return text_; }
  const std::vector<TemplatePart>& parts() const { return parts_; }
  // Whether a variable of that name occurs.
  bool uses(std::string_view name) const;

 private:
  std::string text_;
  std::vector<TemplatePart> parts_;
  std::string ambiguity_;
};

// Which of `count` shards a text belongs to: FNV-1a of 64 bits, modulo count. DO NOT CHANGE: keys
// are made with it.
std::uint32_t shard_of(std::string_view text, std::uint32_t count);

}  // namespace partita::model

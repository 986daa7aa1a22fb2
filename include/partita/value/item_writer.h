#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/error.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "partita/value/number.h"
#include "partita/value/value_type.h"

namespace partita {

// Writes the stored form of an item directly from a sequence of calls, without a tree of values:
//
//   writer.name("pk"); writer.string("a");
//   writer.name("tags"); writer.begin(ValueType::SS); writer.string("x"); writer.end();
//   auto item = TRY(writer.finish());
//
// Attributes, members and elements of sets may come in any order; they are sorted when their
// container ends. The first error is remembered and returned by finish, so that the calls in
// between need not be checked; all calls after it are ignored. A writer that is used again reuses
// its memory.
//
// REQUIRES: the calls are in a valid order (a name before each member, no name in lists and sets,
// only elements of its type in a set, an end for each begin); names and strings are valid UTF-8. An
// invalid order is a bug and terminates the program.
// THREADS: one thread at a time.
class ItemWriter {
 public:
  ItemWriter() { clear(); }

  void name(std::string_view name);
  void string(std::string_view text);
  void number(const Number& number);
  void binary(ByteView bytes);
  void boolean(bool boolean);
  void null();
  // Writes a value that is already in its stored form.
  void value(const ValueView& value);
  // REQUIRES: `container` is L, M, SS, NS or BS.
  void begin(ValueType container);
  void end();

  // Returns the item, which is valid until the next call. Only clear may be called afterwards.
  // ERRORS: InvalidArgument with DynamoDB's message: nested too deeply, a set that is empty or has
  // duplicates; or if a name is used twice.
  Result<ItemView> finish();

  // Whether finish will return an error, regardless of further calls.
  bool has_failed() const { return error_.has_value(); }

  // Discards everything, to begin with the next item.
  void clear();

 private:
  struct Container {
    ValueType type;
    std::size_t content_start;
    std::size_t first_entry;  // Where its entries begin in entries_.
  };
  struct Span {
    std::size_t start;
    std::size_t size;
  };

  bool open_value(ValueType type);
  void check_levels(int levels);
  void sort_entries(const Container& container);
  void arrange(const Container& container);
  bool is_before(ValueType container, std::size_t left_start, std::size_t right_start) const;
  Error duplicate_error(const Container& container, std::size_t start) const;

  Bytes bytes_;
  std::vector<Container> open_;       // The item first, the innermost last.
  std::vector<std::size_t> entries_;  // Where members and set elements begin, of all open ones.
  bool is_named_ = false;             // A name waits for its value.
  std::optional<Error> error_;
  std::vector<Span> spans_;  // For sorting; these two are members to keep their memory.
  Bytes arranged_;
};

}  // namespace partita

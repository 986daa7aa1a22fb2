#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "wire/protocol/body_source.h"
#include "wire/protocol/json_sink.h"

namespace partita::protocol {

// A body that is known but for its large parts, the items: where each of them goes is a gap in the
// text of the rest. An item becomes text when the text before it has been asked for.
class OutlinedBody : public BodySource {
 public:
  bool append_next(std::string& target, std::size_t bytes_wanted) final;

 protected:
  OutlinedBody() = default;
  // The text between the gaps, which a derived class fills once, before anything is asked for.
  std::string& outline() { return outline_; }
  // The next item goes where the text ends now.
  void leave_gap() { gaps_.push_back(outline_.size()); }

 private:
  // Writes the item of a gap, the first of which is 0. Called once for each, in order.
  virtual void put_item(JsonSink& sink, std::size_t gap) = 0;

  std::string outline_;
  std::vector<std::size_t> gaps_;  // Where they are in the outline.
  std::size_t at_ = 0;             // Of the outline.
  std::size_t next_gap_ = 0;
};

}  // namespace partita::protocol

#include "wire/protocol/outlined_body.h"

namespace partita::protocol {

bool OutlinedBody::append_next(std::string& target, std::size_t bytes_wanted) {
  const std::size_t enough = target.size() + bytes_wanted;
  while (next_gap_ < gaps_.size() && target.size() < enough) {
    target.append(outline_, at_, gaps_[next_gap_] - at_);
    at_ = gaps_[next_gap_];
    JsonSink sink(target);
    put_item(sink, next_gap_++);
  }
  if (target.size() >= enough) return true;
  target.append(outline_, at_);
  at_ = outline_.size();
  return false;
}

}  // namespace partita::protocol

#include "wire/protocol/json_sink.h"

#include <algorithm>

#include "partita/base/base64.h"
#include "partita/base/json_string.h"

namespace partita::protocol {

void JsonSink::flush() {
  target_.append(buffer_.data(), at_);
  at_ = buffer_.data();
}

void JsonSink::raw(std::string_view text) {
  if (text.size() > kBufferBytes) {
    flush();
    target_.append(text);
    return;
  }
  make_room(text.size());
  at_ = std::copy(text.begin(), text.end(), at_);
}

void JsonSink::string(std::string_view text) {
  constexpr std::size_t kQuotes = 2;
  if (text.size() <= kBufferBytes - kQuotes) {
    make_room(text.size() + kQuotes);
    if (copy_unless_escaped(at_ + 1, text)) {
      *at_++ = '"';
      at_ += text.size();
      *at_++ = '"';
      return;
    }
  }
  flush();
  if (leaves_out(text)) return texts_->leave_string(text);
  append_json_string(target_, text);
}

void JsonSink::number(const Number& number) {
  make_room(Number::kTextBytesMax + 2);
  *at_++ = '"';
  at_ = number.print_to(at_);
  *at_++ = '"';
}

void JsonSink::binary(ByteView bytes) {
  if (leaves_out(bytes)) {
    flush();
    return texts_->leave_binary(bytes);
  }
  raw('"');
  flush();
  base64_append(target_, bytes);
  raw('"');
}

}  // namespace partita::protocol

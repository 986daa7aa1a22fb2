#include "wire/protocol/http_chunks.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "wire/protocol/http_syntax.h"

namespace partita::protocol {
namespace {

constexpr std::size_t kSizeDigitsMax = 8;

std::optional<std::size_t> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

// The line that begins at `at`, without its CRLF; nothing if its end has not arrived.
Result<std::optional<std::string_view>> line_at(std::string_view received, std::size_t at,
                                                std::size_t bytes_max) {
  const auto window = received.substr(at, bytes_max);
  const auto end = window.find('\n');
  if (end == std::string_view::npos) {
    if (window.size() < bytes_max) return std::optional<std::string_view>();
    return Error::invalid_argument("A line between the chunks of the body is too long");
  }
  if (end == 0 || window[end - 1] != '\r') {
    return Error::invalid_argument("A line ends in a line feed without a carriage return");
  }
  return std::optional(window.substr(0, end - 1));
}

Result<std::size_t> parse_chunk_size(std::string_view line) {
  std::size_t size = 0;
  std::size_t digits = 0;
  for (; digits < line.size(); ++digits) {
    const auto digit = hex_digit(line[digits]);
    if (!digit) break;
    if (digits == kSizeDigitsMax) break;
    size = size * 16 + *digit;
  }
  const auto extensions = line.substr(digits);
  if (digits == 0 || (!extensions.empty() && extensions.front() != ';')) {
    return Error::invalid_argument("A chunk's size must be 1 to 8 hexadecimal digits");
  }
  const auto is_control = [](char c) { return (c >= 0 && c < ' ' && c != '\t') || c == 0x7F; };
  if (std::any_of(extensions.begin(), extensions.end(), is_control)) {
    return Error::invalid_argument("A chunk's extension has a control character");
  }
  return size;
}

}  // namespace

void HttpChunkDecoder::begin(std::size_t offset) {
  *this = HttpChunkDecoder();
  body_begin_ = body_end_ = at_ = offset;
}

Result<bool> HttpChunkDecoder::decode(ReceivedBytes& received) {
  while (expecting_ != Expecting::Nothing) {
    if (TRY(step(received)) == Step::NeedsMore) {
      close_gap(received);
      return false;
    }
  }
  return true;
}

Result<HttpChunkDecoder::Step> HttpChunkDecoder::step(ReceivedBytes& received) {
  switch (expecting_) {
    case Expecting::Size:
      return read_size(received.view());
    case Expecting::Data:
      return read_data(received);
    case Expecting::DataEnd:
      return read_data_end(received.view());
    case Expecting::Trailer:
      return read_trailer(received.view());
    case Expecting::Nothing:
      break;
  }
  return Step::Taken;
}

Result<HttpChunkDecoder::Step> HttpChunkDecoder::read_size(std::string_view received) {
  const auto line = TRY(line_at(received, at_, kHttpChunkLineBytesMax));
  if (!line) return Step::NeedsMore;
  chunk_rest_ = TRY(parse_chunk_size(*line));
  if (chunk_rest_ > kHttpBodyBytesMax - (body_end_ - body_begin_)) {
    return Error::too_large("The request's body is over 16 MB");
  }
  at_ += line->size() + 2;
  expecting_ = chunk_rest_ == 0 ? Expecting::Trailer : Expecting::Data;
  return Step::Taken;
}

HttpChunkDecoder::Step HttpChunkDecoder::read_data(ReceivedBytes& received) {
  const auto taken = std::min(chunk_rest_, received.size - at_);
  if (at_ != body_end_) std::memmove(received.data + body_end_, received.data + at_, taken);
  body_end_ += taken;
  at_ += taken;
  chunk_rest_ -= taken;
  if (chunk_rest_ > 0) return Step::NeedsMore;
  expecting_ = Expecting::DataEnd;
  return Step::Taken;
}

Result<HttpChunkDecoder::Step> HttpChunkDecoder::read_data_end(std::string_view received) {
  constexpr std::string_view kEnd = "\r\n";
  const auto there = received.substr(at_, kEnd.size());
  if (there != kEnd.substr(0, there.size())) {
    return Error::invalid_argument("A chunk is longer than its size says");
  }
  if (there.size() < kEnd.size()) return Step::NeedsMore;
  at_ += kEnd.size();
  expecting_ = Expecting::Size;
  return Step::Taken;
}

Result<HttpChunkDecoder::Step> HttpChunkDecoder::read_trailer(std::string_view received) {
  const auto line = TRY(line_at(received, at_, kHttpTrailerBytesMax - trailer_bytes_));
  if (!line) return Step::NeedsMore;
  at_ += line->size() + 2;
  trailer_bytes_ += line->size() + 2;
  if (line->empty()) {
    expecting_ = Expecting::Nothing;
  } else {
    TRY(parse_header_line(*line));
  }
  return Step::Taken;
}

void HttpChunkDecoder::close_gap(ReceivedBytes& received) {
  if (at_ == body_end_) return;
  std::memmove(received.data + body_end_, received.data + at_, received.size - at_);
  received.size -= at_ - body_end_;
  at_ = body_end_;
}

}  // namespace partita::protocol

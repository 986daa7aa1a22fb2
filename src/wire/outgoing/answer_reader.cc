#include "wire/outgoing/answer_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "wire/protocol/http_syntax.h"

namespace partita::outgoing {
namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kHeadEnd = "\r\n\r\n";

Error malformed(std::string_view what) {
  return Error::unavailable(fmt::format("the answer is no HTTP/1.1: {}", what));
}

Error too_long(std::size_t bytes_max) {
  return Error::unavailable(fmt::format("the answer is longer than {} bytes", bytes_max));
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

// Zero if it is no status line.
int status_of(std::string_view line) {
  if (!line.starts_with("HTTP/1.") || line.size() < 12 || line[8] != ' ') return 0;
  int status = 0;
  const auto read = std::from_chars(line.data() + 9, line.data() + 12, status);
  const bool is_number = read.ec == std::errc() && read.ptr == line.data() + 12;
  return is_number && (line.size() == 12 || line[12] == ' ') && status >= 100 ? status : 0;
}

}  // namespace

std::string_view CallAnswer::header(std::string_view name) const {
  const auto found = std::find_if(headers.begin(), headers.end(),
                                  [&](const auto& header) { return header.first == name; });
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

Result<bool> AnswerReader::feed(std::string_view bytes) {
  received_ += bytes;
  return read_on();
}

Result<bool> AnswerReader::read_on() {
  while (!has_head_) {
    const bool is_read = TRY(read_head());
    if (!is_read) return false;
  }
  return read_body();
}

// True if a head was read, also one that is passed over.
Result<bool> AnswerReader::read_head() {
  const auto end = received_.find(kHeadEnd);
  if (std::min(end, received_.size()) > kHeadBytesMax) return too_long(kHeadBytesMax);
  if (end == std::string::npos) return false;
  std::string_view rest = std::string_view(received_).substr(0, end + kLineEnd.size());
  const auto take_line = [&rest] {
    const auto line_end = rest.find(kLineEnd);
    const std::string_view line = rest.substr(0, line_end);
    rest.remove_prefix(line_end + kLineEnd.size());
    return line;
  };
  const std::string_view first = take_line();
  answer_ = {};
  answer_.status = status_of(first);
  if (answer_.status == 0) return malformed("it has no status");
  answer_.keeps_alive = first.starts_with("HTTP/1.1");
  while (!rest.empty()) {
    const auto header = protocol::parse_header_line(take_line());
    if (!header.ok()) return malformed(header.error().message());
    answer_.headers.emplace_back(lower(header->name), std::string(header->value));
  }
  if (answer_.status < 200) {
    received_.erase(0, end + kHeadEnd.size());
    return true;
  }
  has_head_ = true;
  body_begin_ = end + kHeadEnd.size();
  TRY(read_length());
  return true;
}

Status AnswerReader::read_length() {
  if (protocol::http_list_has(answer_.header("connection"), "close")) answer_.keeps_alive = false;
  if (!expected_.has_body || answer_.status == 204 || answer_.status == 304) return {};
  const std::string_view length = answer_.header("content-length");
  const std::string_view coding = answer_.header("transfer-encoding");
  if (!coding.empty()) {
    if (lower(coding) != "chunked") return malformed("its transfer encoding is unknown");
    is_chunked_ = true;
    chunks_.begin(body_begin_);
  } else if (length.empty()) {
    ends_with_connection_ = true;
    answer_.keeps_alive = false;
  } else {
    const auto bytes = protocol::parse_content_length(length);
    if (!bytes.ok()) return malformed(bytes.error().message());
    if (*bytes > expected_.body_bytes_max) return too_long(expected_.body_bytes_max);
    length_ = static_cast<std::size_t>(*bytes);
    received_.reserve(body_begin_ + length_);
  }
  return {};
}

Result<bool> AnswerReader::read_body() {
  if (is_chunked_) {
    protocol::ReceivedBytes received{received_.data(), received_.size()};
    const auto is_whole = chunks_.decode(received);
    if (!is_whole.ok()) return malformed(is_whole.error().message());
    received_.resize(received.size);
    if (!*is_whole) return false;
    body_end_ = chunks_.body_end();
    if (chunks_.next_begin() < received_.size()) answer_.keeps_alive = false;
    return true;
  }
  const std::size_t have = received_.size() - body_begin_;
  if (ends_with_connection_) {
    if (have > expected_.body_bytes_max) return too_long(expected_.body_bytes_max);
    return false;
  }
  if (have < length_) return false;
  body_end_ = body_begin_ + length_;
  if (have > length_) answer_.keeps_alive = false;
  return true;
}

Status AnswerReader::end() {
  if (!has_head_ || !ends_with_connection_) {
    return Error::unavailable("the answer was cut short");
  }
  body_end_ = received_.size();
  return {};
}

CallAnswer AnswerReader::take() {
  answer_.body = received_.substr(body_begin_, body_end_ - body_begin_);
  return std::move(answer_);
}

}  // namespace partita::outgoing

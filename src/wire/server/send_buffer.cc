#include "wire/server/send_buffer.h"

#include <utility>

#include "wire/protocol/http_response.h"

namespace partita::server {
namespace {

// Memory of one large answer that is kept for the next one.
constexpr std::size_t kKeptTextBytesMax = 64 * 1024;

}  // namespace

void SendBuffer::stream(std::unique_ptr<protocol::BodySource> source, bool is_chunked) {
  source_ = std::move(source);
  is_chunked_ = is_chunked;
  streamed_bytes_ = 0;
}

Result<bool> SendBuffer::prepare() {
  if (!ready().empty()) return true;
  if (text_.empty() && is_streaming()) append_piece();
  if (tls_ != nullptr && !text_.empty() && !encrypt_piece()) {
    return Error::unavailable("the TLS session has ended");
  }
  return !ready().empty();
}

void SendBuffer::append_piece() {
  const std::size_t begin = is_chunked_ ? protocol::begin_http_chunk(text_) : 0;
  const bool goes_on = source_->append_next(text_, kPieceBytes);
  if (is_chunked_) protocol::end_http_chunk(text_, begin);
  if (is_chunked_ && !goes_on) text_ += protocol::kHttpLastChunk;
  if (!goes_on) source_.reset();
  streamed_bytes_ += text_.size();
}

// False if the session cannot take it.
bool SendBuffer::encrypt_piece() {
  const auto piece = std::string_view(text_).substr(gone_, kPieceBytes);
  const std::size_t size = piece.size();
  if (!tls_->write(piece)) return false;
  drop_text(size);
  return true;
}

std::string_view SendBuffer::ready() const {
  return tls_ != nullptr ? tls_->unsent() : std::string_view(text_).substr(gone_);
}

void SendBuffer::drop_sent(std::size_t bytes) {
  if (tls_ != nullptr) return tls_->drop_sent(bytes);
  drop_text(bytes);
}

void SendBuffer::drop_text(std::size_t bytes) {
  gone_ += bytes;
  if (gone_ < text_.size()) return;
  gone_ = 0;
  text_.clear();
  if (text_.capacity() > kKeptTextBytesMax && !is_streaming()) text_.shrink_to_fit();
}

std::size_t SendBuffer::bytes() const {
  return (tls_ != nullptr ? tls_->unsent().size() : 0) + text_.size() - gone_;
}

void SendBuffer::shrink() {
  text_.clear();
  text_.shrink_to_fit();
}

}  // namespace partita::server

#include "wire/outgoing/s3_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wire/outgoing/s3_xml.h"

namespace partita::outgoing {
namespace {

using places::Listing;
using places::ObjectListRequest;
using places::ObjectName;
using places::ObjectPlace;
using places::ObjectReadRequest;
using places::PlaceFault;
using places::Upload;

// A read of more is made in several requests.
constexpr std::size_t kReadBytesMax = std::size_t{8} << 20;
// No refusal is longer.
constexpr std::size_t kRefusalBytesMax = std::size_t{64} << 10;
// AWS: a thousand at most.
constexpr std::size_t kListedMax = 1000;
// AWS: an upload has 10,000 parts at most. After each of these many the parts become twice as
// large.
constexpr std::size_t kPartsOfOneSize = 1500;

std::string tag_of(std::string_view etag) {
  if (etag.size() >= 2 && etag.front() == '"' && etag.back() == '"') {
    etag = etag.substr(1, etag.size() - 2);
  }
  return std::string(etag);
}

std::uint64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

Status check_names(const ObjectName& object) {
  TRY(places::check_bucket_name(object.bucket));
  return places::check_object_key(object.key);
}

Error not_as_asked(std::string_view what) {
  return Error::unavailable(fmt::format("the place did not do as asked: {}", what));
}

Result<std::string> put_object(S3Caller& caller, const ObjectName& object, ByteView content) {
  const S3Request request{.method = "PUT", .object = object, .body = content};
  const auto answer = TRY(caller.ask(request));
  return tag_of(answer.header("etag"));
}

// An object in parts. Nothing is asked for before the first part is full.
class S3Upload final : public Upload {
 public:
  S3Upload(std::shared_ptr<S3Caller> caller, ObjectName object)
      : caller_(std::move(caller)), object_(std::move(object)) {}

  // AWS: parts of an upload that is not ended cost as objects do.
  ~S3Upload() override {
    if (id_.empty()) return;
    static_cast<void>(
        caller_->call({.method = "DELETE", .object = object_, .query = {{"uploadId", id_}}}));
  }

  Status append(ByteView bytes) override {
    while (!bytes.empty()) {
      const std::size_t room = part_bytes() - part_.size();
      part_ += bytes.substr(0, room);
      bytes.remove_prefix(std::min(room, bytes.size()));
      if (part_.size() == part_bytes()) TRY(send_part());
    }
    return {};
  }

  Result<std::string> finish() override {
    if (id_.empty()) return put_object(*caller_, object_, part_);
    if (!part_.empty()) TRY(send_part());
    auto tag = TRY(complete());
    id_.clear();
    return tag;
  }

 private:
  std::size_t part_bytes() const {
    return caller_->options().part_bytes << (tags_.size() / kPartsOfOneSize);
  }

  Status begin() {
    const auto answer =
        TRY(caller_->ask({.method = "POST", .object = object_, .query = {{"uploads", ""}}}));
    id_ = element_text(answer.body, "UploadId");
    if (id_.empty()) return not_as_asked("an upload has no id");
    return {};
  }

  Status send_part() {
    if (id_.empty()) TRY(begin());
    const auto answer = TRY(caller_->ask(
        {.method = "PUT",
         .object = object_,
         .query = {{"partNumber", std::to_string(tags_.size() + 1)}, {"uploadId", id_}},
         .body = part_}));
    tags_.push_back(tag_of(answer.header("etag")));
    bytes_ += part_.size();
    part_.clear();
    return {};
  }

  Result<std::string> complete() {
    std::string body = "<CompleteMultipartUpload>";
    for (std::size_t i = 0; i < tags_.size(); ++i) {
      body += fmt::format("<Part><PartNumber>{}</PartNumber><ETag>\"{}\"</ETag></Part>", i + 1,
                          tags_[i]);
    }
    body += "</CompleteMultipartUpload>";
    const S3Request request{
        .method = "POST", .object = object_, .query = {{"uploadId", id_}}, .body = body};
    const auto called = TRY(caller_->call(request));
    if (called.answer.status == 404 && called.may_be_repeated) return look_whether_done();
    if (called.answer.status >= 300) return s3_error(request, called.answer);
    // AWS: an answer with status 200 may tell of a failure all the same.
    if (find_element(called.answer.body, "Error")) return not_as_asked(called.answer.body);
    return tag_of(element_text(called.answer.body, "ETag"));
  }

  // The answer to the attempt that has ended the upload was lost.
  Result<std::string> look_whether_done() {
    const auto answer = caller_->ask({.method = "HEAD", .object = object_});
    const bool is_done = answer.ok() && number_in(answer->header("content-length")) == bytes_ &&
                         tag_of(answer->header("etag")).ends_with(fmt::format("-{}", tags_.size()));
    if (is_done) return tag_of(answer->header("etag"));
    return Error::unknown(fmt::format("whether {} was put is not known", object_.key));
  }

  const std::shared_ptr<S3Caller> caller_;
  const ObjectName object_;
  std::string id_;  // Empty: nothing is begun, or all is done.
  std::string part_;
  std::vector<std::string> tags_;
  std::uint64_t bytes_ = 0;
};

// "bytes 0-1023/146515"
struct ContentRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t total = 0;
};

std::optional<ContentRange> parse_content_range(std::string_view text) {
  constexpr std::string_view kUnit = "bytes ";
  const auto dash = text.find('-');
  const auto slash = text.find('/');
  if (!text.starts_with(kUnit) || dash == std::string_view::npos ||
      slash == std::string_view::npos || slash < dash) {
    return std::nullopt;
  }
  return ContentRange{.first = number_in(text.substr(kUnit.size())),
                      .last = number_in(text.substr(dash + 1)),
                      .total = number_in(text.substr(slash + 1))};
}

class S3Place final : public ObjectPlace {
 public:
  explicit S3Place(std::unique_ptr<S3Caller> caller) : caller_(std::move(caller)) {}

  Result<std::string> put(const ObjectName& object, ByteView content) override {
    TRY(check_names(object));
    if (content.size() <= caller_->options().part_bytes) {
      return put_object(*caller_, object, content);
    }
    S3Upload upload(caller_, object);
    TRY(upload.append(content));
    return upload.finish();
  }

  Result<std::unique_ptr<Upload>> put_in_parts(const ObjectName& object) override {
    TRY(check_names(object));
    return std::unique_ptr<Upload>(std::make_unique<S3Upload>(caller_, object));
  }

  Result<Bytes> read(const ObjectReadRequest& request) override {
    TRY(check_names(request.object));
    Bytes bytes;
    bool is_end = false;
    while (bytes.size() < request.bytes_max && !is_end) {
      const std::size_t wanted = std::min(request.bytes_max - bytes.size(), kReadBytesMax);
      const Bytes piece = TRY(read_piece(request, request.offset + bytes.size(), wanted));
      is_end = piece.size() < wanted;
      bytes += piece;
    }
    return bytes;
  }

  Result<Listing> list(const ObjectListRequest& request) override {
    TRY(places::check_bucket_name(request.bucket));
    S3Request asked{
        .object = {.bucket = request.bucket, .key = ""},
        .query = {{"max-keys", std::to_string(std::min(request.objects_max, kListedMax))}}};
    if (!request.prefix.empty()) asked.query.emplace_back("prefix", request.prefix);
    if (!request.start_after.empty()) asked.query.emplace_back("marker", request.start_after);
    const auto answer = TRY(caller_->ask(asked));
    return read_listing(answer.body);
  }

  Status remove(const ObjectName& object) override {
    TRY(check_names(object));
    const auto answer = caller_->ask({.method = "DELETE", .object = object});
    if (answer.ok()) return {};
    if (places::place_fault_of(answer.error()) == PlaceFault::NoSuchObject) return {};
    return answer.error();
  }

  void close() override { caller_->close(); }

  std::string description() const override {
    return fmt::format("S3 at {}", caller_->options().endpoint);
  }

 private:
  Result<Bytes> read_piece(const ObjectReadRequest& request, std::uint64_t offset,
                           std::size_t wanted) {
    S3Request asked{.object = request.object,
                    .answer_bytes_max = std::max(wanted, kRefusalBytesMax)};
    asked.headers.emplace_back("Range", fmt::format("bytes={}-{}", offset, offset + wanted - 1));
    if (!request.tag.empty()) {
      asked.headers.emplace_back("If-Match", fmt::format("\"{}\"", request.tag));
    }
    auto called = TRY(caller_->call(asked));
    CallAnswer& answer = called.answer;
    if (answer.status == 416) return Bytes();  // Behind the end.
    if (answer.status >= 300) return s3_error(asked, answer);
    // Servers that do not know If-Match tell the tag all the same.
    if (!request.tag.empty() && tag_of(answer.header("etag")) != request.tag) {
      return places::place_error(PlaceFault::Changed,
                                 fmt::format("{} is not what it was", request.object.key));
    }
    const bool is_all = answer.status == 200 && offset == 0 && answer.body.size() <= wanted;
    if (is_all) return std::move(answer.body);
    const auto range = parse_content_range(answer.header("content-range"));
    const bool is_asked = range && range->first == offset &&
                          range->last + 1 == offset + answer.body.size() &&
                          (answer.body.size() == wanted || range->last + 1 == range->total);
    if (!is_asked) return not_as_asked("another range came");
    return std::move(answer.body);
  }

  static Result<Listing> read_listing(std::string_view xml) {
    const auto result = find_element(xml, "ListBucketResult");
    if (!result) return not_as_asked("there is no list");
    Listing listing;
    listing.has_more = element_text(*result, "IsTruncated") == "true";
    std::string_view rest = *result;
    while (const auto content = take_element(rest, "Contents")) {
      auto& object = listing.objects.emplace_back();
      object.key = element_text(*content, "Key");
      object.bytes = number_in(element_text(*content, "Size"));
      object.tag = tag_of(element_text(*content, "ETag"));
    }
    // AWS: in the order of their bytes; some servers do not know.
    std::sort(listing.objects.begin(), listing.objects.end(),
              [](const auto& left, const auto& right) { return left.key < right.key; });
    return listing;
  }

  const std::shared_ptr<S3Caller> caller_;
};

}  // namespace

Result<std::unique_ptr<ObjectPlace>> open_s3_place(S3Options options) {
  auto caller = TRY(S3Caller::open(std::move(options)));
  return std::unique_ptr<ObjectPlace>(std::make_unique<S3Place>(std::move(caller)));
}

}  // namespace partita::outgoing

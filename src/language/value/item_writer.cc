#include "partita/value/item_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/value/item_format.h"
#include "language/value/set_errors.h"
#include "partita/base/check.h"
#include "partita/value/measure.h"

namespace partita {
namespace {

using item_format::append_number;
using item_format::append_string;
using item_format::append_tag;
using item_format::TypeTag;

bool is_set(ValueType type) {
  return type == ValueType::SS || type == ValueType::NS || type == ValueType::BS;
}

// The type that the elements of a set have.
ValueType element_type(ValueType set) {
  if (set == ValueType::SS) return ValueType::S;
  return set == ValueType::NS ? ValueType::N : ValueType::B;
}

TypeTag tag_of(ValueType type) {
  switch (type) {
    case ValueType::S:
      return TypeTag::S;
    case ValueType::N:
      return TypeTag::N;
    case ValueType::B:
      return TypeTag::B;
    case ValueType::Bool:
      return TypeTag::False;
    case ValueType::Null:
      return TypeTag::Null;
    case ValueType::L:
      return TypeTag::L;
    case ValueType::M:
      return TypeTag::M;
    case ValueType::SS:
      return TypeTag::SS;
    case ValueType::NS:
      return TypeTag::NS;
    case ValueType::BS:
      break;
  }
  return TypeTag::BS;
}

}  // namespace

void ItemWriter::clear() {
  bytes_.clear();
  open_.clear();
  entries_.clear();
  is_named_ = false;
  error_.reset();
  bytes_.push_back(item_format::kVersion);
  open_.push_back({ValueType::M, bytes_.size(), 0});
}

void ItemWriter::name(std::string_view name) {
  if (error_) return;
  PARTITA_CHECK(!open_.empty() && open_.back().type == ValueType::M && !is_named_);
  entries_.push_back(bytes_.size());
  append_string(bytes_, name);
  is_named_ = true;
}

// Whether so many more levels are allowed here.
void ItemWriter::check_levels(int levels) {
  auto status = check_nesting(static_cast<int>(open_.size()) + levels);
  if (!status.ok()) error_ = std::move(status).error();
}

// Makes way for a value where one is allowed; says whether to write it.
bool ItemWriter::open_value(ValueType type) {
  if (error_) return false;
  PARTITA_CHECK(!open_.empty());
  const ValueType around = open_.back().type;
  if (is_set(around)) {
    PARTITA_CHECK(type == element_type(around));
    entries_.push_back(bytes_.size());
    return true;
  }
  PARTITA_CHECK(is_named_ == (around == ValueType::M));
  is_named_ = false;
  append_tag(bytes_, tag_of(type));
  return true;
}

void ItemWriter::string(std::string_view text) {
  if (open_value(ValueType::S)) append_string(bytes_, text);
}

void ItemWriter::number(const Number& number) {
  if (open_value(ValueType::N)) append_number(bytes_, number);
}

void ItemWriter::binary(ByteView bytes) {
  if (open_value(ValueType::B)) append_string(bytes_, bytes);
}

void ItemWriter::boolean(bool boolean) {
  if (open_value(ValueType::Bool) && boolean) bytes_.back() = static_cast<char>(TypeTag::True);
}

void ItemWriter::null() { open_value(ValueType::Null); }

void ItemWriter::value(const ValueView& value) {
  if (!open_value(value.type())) return;
  check_levels(nesting(value));
  // The tag is there already, or is not wanted in a set; only a boolean's body is in its tag.
  if (value.type() == ValueType::Bool) bytes_.back() = value.bytes().front();
  bytes_.append(value.bytes().substr(1));
}

void ItemWriter::begin(ValueType container) {
  PARTITA_CHECK(container == ValueType::L || container == ValueType::M || is_set(container));
  if (!open_value(container)) return;
  check_levels(is_set(container) ? 0 : 1);
  open_.push_back({container, item_format::open_content(bytes_), entries_.size()});
}

void ItemWriter::end() {
  if (error_) return;
  PARTITA_CHECK(open_.size() > 1 && !is_named_);
  const Container container = open_.back();
  open_.pop_back();
  sort_entries(container);
  item_format::close_content(bytes_, container.content_start);
}

Result<ItemView> ItemWriter::finish() {
  if (!error_) {
    PARTITA_CHECK(open_.size() == 1 && !is_named_);
    sort_entries(open_.front());
    open_.clear();
  }
  if (error_) return *error_;
  return ItemView::from_valid(bytes_);
}

bool ItemWriter::is_before(ValueType container, std::size_t left_start,
                           std::size_t right_start) const {
  const char* left = bytes_.data() + left_start;
  const char* right = bytes_.data() + right_start;
  if (container == ValueType::NS) {
    return item_format::read_number(left) < item_format::read_number(right);
  }
  return item_format::comes_before(item_format::read_string(left), item_format::read_string(right));
}

// Most callers write in order already, so that is tried before anything is moved.
void ItemWriter::sort_entries(const Container& container) {
  const std::size_t count = entries_.size() - container.first_entry;
  if (is_set(container.type) && count == 0) error_ = empty_set(container.type);
  for (std::size_t i = container.first_entry + 1; i < entries_.size(); ++i) {
    if (!is_before(container.type, entries_[i - 1], entries_[i])) {
      arrange(container);
      break;
    }
  }
  entries_.resize(container.first_entry);
}

void ItemWriter::arrange(const Container& container) {
  spans_.clear();
  for (std::size_t i = container.first_entry; i < entries_.size(); ++i) {
    const std::size_t end = i + 1 < entries_.size() ? entries_[i + 1] : bytes_.size();
    spans_.push_back({entries_[i], end - entries_[i]});
  }
  std::sort(spans_.begin(), spans_.end(), [&](const Span& a, const Span& b) {
    return is_before(container.type, a.start, b.start);
  });
  arranged_.clear();
  for (std::size_t i = 0; i < spans_.size(); ++i) {
    if (i > 0 && !is_before(container.type, spans_[i - 1].start, spans_[i].start)) {
      error_ = duplicate_error(container, spans_[i].start);
      return;
    }
    arranged_.append(bytes_, spans_[i].start, spans_[i].size);
  }
  bytes_.replace(container.content_start, arranged_.size(), arranged_);
}

// `start` is where one of the two equal entries begins.
Error ItemWriter::duplicate_error(const Container& container, std::size_t start) const {
  if (container.type == ValueType::M) {
    const char* at = bytes_.data() + start;
    return Error::invalid_argument(
        fmt::format("Duplicate attribute name: {}", item_format::read_string(at)));
  }
  std::vector<std::string_view> elements;
  for (std::size_t i = container.first_entry; i < entries_.size(); ++i) {
    const char* at = bytes_.data() + entries_[i];
    if (container.type != ValueType::NS) elements.push_back(item_format::read_string(at));
  }
  return duplicates_in_set(container.type, elements);
}

}  // namespace partita

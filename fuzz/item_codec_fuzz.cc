// Any bytes: they are refused as Corrupt, or they are an item whose one encoding they are, which
// can be read, measured, projected, copied and printed.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/check.h"
#include "partita/base/utf8.h"
#include "partita/value/item_codec.h"
#include "partita/value/item_view.h"
#include "partita/value/item_writer.h"
#include "partita/value/measure.h"
#include "wire/protocol/attribute_json.h"

namespace {

using namespace partita;

void check_copies(const ItemView& view) {
  ItemWriter writer;
  std::vector<std::string_view> names;
  for (const auto& [name, value] : view.attributes()) {
    names.push_back(name);
    PARTITA_CHECK(*view.find(name) == value);
  }
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    writer.name(*name);
    writer.value(*view.find(*name));
  }
  PARTITA_CHECK(writer.finish().value() == view);
  Bytes projected;
  append_projected(projected, view, names);
  PARTITA_CHECK(projected == view.bytes());
}

void check_item_of(const ItemView& view) {
  const Item item = view.to_item();
  PARTITA_CHECK(encode(item) == view.bytes());
  PARTITA_CHECK(size_bytes(item) == size_bytes(view));
  PARTITA_CHECK(nesting(item) <= kNestingMax);
  std::string json;
  protocol::append_json(json, view);
  PARTITA_CHECK(is_valid_utf8(json));
  check_copies(view);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView bytes(reinterpret_cast<const char*>(data), size);
  const auto view = ItemView::parse(bytes);
  if (view.ok()) {
    check_item_of(*view);
  } else {
    PARTITA_CHECK(view.error().kind() == ErrorKind::Corrupt);
  }
  const auto value = ValueView::parse(bytes);
  if (value.ok()) PARTITA_CHECK(encode(value->to_value()) == bytes);
  return 0;
}

#pragma once

#include <utility>
#include <vector>

#include "wire/protocol/item_measure.h"
#include "wire/protocol/outlined_body.h"
#include "wire/protocol/response_encoder.h"
#include "wire/protocol/structure_writer.h"

// The definitions of response_encoder.h, for the files that instantiate them for their responses.
namespace partita::protocol {

template <typename Response>
void append_json(std::string& json, const Response& response) {
  if constexpr (kMemberCount < Response >> 0) {
    JsonSink sink(json);
    put_structure(sink, response);
  }
}

template <typename Response>
ItemBytes item_bytes_of(const Response& response) {
  ItemBytes bytes;
  measure_items(response, bytes);
  return bytes;
}

template <typename Response>
class ResponseBody final : public OutlinedBody, private ItemGaps {
 public:
  explicit ResponseBody(Response response)
      : OutlinedBody(LongTexts::InParts), response_(std::move(response)) {
    if constexpr (kMemberCount < Response >> 0) {
      ItemGaps* const gaps = this;
      JsonSink sink(outline(), gaps);
      put_structure(sink, response_);
    }
  }

 private:
  void leave(const ItemView& item) override {
    items_.push_back(item);
    leave_gap();
  }
  void put_item(JsonSink& sink, std::size_t gap) override { put_json(sink, items_[gap]); }

  const Response response_;
  std::vector<ItemView> items_;  // Of the response, in the order of their gaps.
};

template <typename Response>
std::unique_ptr<BodySource> json_source(Response response) {
  return std::make_unique<ResponseBody<Response>>(std::move(response));
}

}  // namespace partita::protocol

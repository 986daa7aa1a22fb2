#pragma once

#include "model/definition/sync.h"
#include "partita/value/item_view.h"
#include "wire/protocol/json_sink.h"
#include "wire/rest/item.h"

namespace partita::deliveries {

// An item as a sync tells it: the attributes that it names, sensitive ones as well, or what clients
// of the REST API see of it.
class ImageWriter {
 public:
  // REQUIRES: the sync outlives this.
  explicit ImageWriter(const model::Sync& sync) : sync_(sync), presenter_(*sync.of) {}

  void put(protocol::JsonSink& sink, const ItemView& image) const;

 private:
  const model::Sync& sync_;
  const rest::ItemPresenter presenter_;
};

}  // namespace partita::deliveries

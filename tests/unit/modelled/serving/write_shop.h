#pragma once

#include <string>
#include <string_view>

#include "unit/modelled/serving/write_fixture.h"

namespace partita::serving {

// Customers and their orders in one table: what the shipped models have no pattern for.
inline constexpr std::string_view kShop = R"(
format: 1
model: shop
version: 1
tables:
  shop:
    name: shop
    key: {partition: pk, sort: sk}
    enforcement: enforce
    billing: {mode: on_demand}
entities:
  Customer:
    key: {pk: "CUSTOMER#{customerId}", sk: "#METADATA"}
    attributes:
      customerId: {type: string, generate: "c_{ulid}", immutable: true}
      name: {type: string, required: true, min: 1}
      note: {type: string}
      alias: {type: string, nullable: true}
      tags: {type: set, of: {type: string}}
      marks: {type: set, of: {type: int}}
      photo: {type: binary}
  Order:
    key: {pk: "CUSTOMER#{customerId}", sk: "ORDER#{number:04}"}
    attributes:
      customerId: {type: string, required: true, references: Customer}
      number: {type: int, required: true, min: 1}
      state: {type: enum, values: [open, paid, sent, lost], default: open}
      total: {type: number, min: 0}
      region: {type: string}
      rev: {type: int}
    rev: {attribute: rev}
    lifecycle:
      attribute: state
      initial: [open]
      transitions:
        - {from: open, to: [paid, lost]}
        - {from: paid, to: sent}
      final: [sent, lost]
      same_state: {allow: false}
patterns:
  create_customer: {put: Customer, mode: create, http: POST /customers}
  replace_customer: {put: Customer, mode: replace, http: "PUT /customers/{customerId}"}
  save_customer: {put: Customer, http: "PUT /saved/{customerId}"}
  change_customer:
    update: Customer
    by: {customerId: $id}
    set: [name, note, alias, tags, marks, photo]
  delete_customer: {delete: Customer, by: {customerId: $id}}
  place_order: {put: Order, mode: create, http: "POST /customers/{customerId}/orders"}
  change_order: {update: Order, by: {customerId: $customer, number: $number}, set: [total]}
  change_in_region:
    update: Order
    by: {customerId: $customer, number: $number, region: $region}
    set: [total]
  move_order:
    transition: Order
    by: {customerId: $customer, number: $number}
    to: $state
    set: [total]
  pay_order: {transition: Order, by: {customerId: $customer, number: $number}, to: paid}
  delete_order: {delete: Order, by: {customerId: $customer, number: $number}}
  open_account:
    transaction:
      customer: {put: Customer, mode: create}
      first: {put: Order, mode: create, with: {customerId: customer.customerId}}
  pay_and_note:
    transaction:
      order: {transition: Order, by: {customerId: $customer, number: $number}, to: paid}
      customer: {update: Customer, by: {customerId: $customer}, set: [note]}
)";

class ShopFixture : public WriteFixture {
 protected:
  ShopFixture() { serve(std::string(kShop)); }

  void create_customer(const std::string& id) {
    const auto answer = write("create_customer", {}, {{"customerId", id}, {"name", "Ann"}});
    ASSERT_TRUE(answer.ok()) << message_of(answer);
  }
  void place_order(const std::string& customer, std::int64_t number) {
    const auto answer = write("place_order", {{"customerId", customer}},
                              {{"number", number}, {"total", 10}, {"region", "north"}});
    ASSERT_TRUE(answer.ok()) << message_of(answer);
  }
  std::optional<Item> customer(const std::string& id) {
    return stored("shop", {{"pk", "CUSTOMER#" + id}, {"sk", "#METADATA"}});
  }
  std::optional<Item> order(const std::string& customer, const std::string& sort_key) {
    return stored("shop", {{"pk", "CUSTOMER#" + customer}, {"sk", sort_key}});
  }
};

}  // namespace partita::serving

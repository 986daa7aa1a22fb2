#include "cli/first_model.h"

#include <algorithm>

namespace partita::cli {
namespace {

constexpr std::string_view kNamePlace = "NAME";
constexpr std::string_view kText = R"(# A first model: users and their notes, in one table.
# Change it step by step; after each step, partita model lint NAME.yaml says what is wrong.
# docs/TUTORIAL.md walks through it, docs/MODEL_FORMAT.md has every key.
format: 1
model: NAME
version: 1                # Counts up with every change.
description: Users and their notes.

tables:
  main:
    name: NAME
    key: {partition: pk, sort: sk}
    enforcement: enforce            # Writes that break a rule are refused, whoever sends them.
    unknown_attributes: reject      # A misspelt attribute is refused; `allow` stores it.
    unknown_entities: reject        # So is an item whose key is none of those below.
    billing: {mode: on_demand}      # The next five are what Terraform and costs are made of.
    encryption: {key: owned}
    pitr: {enabled: false}
    streams: {view: none}
    deletion_protection: false
    indexes:
      by_email: {partition: [email], project: all}

types:
  Moment: {type: timestamp, encode: rfc3339ms, accept: rfc3339}

entities:
  User:
    # Items of one key shape are of one entity. The server makes the key from the attributes.
    key: {pk: "USER#{userId}", sk: "PROFILE"}
    attributes:
      userId: {type: string, generate: ulid, immutable: true}   # Made by the server if left out.
      email: {type: string, format: email, required: true, pii: true}
      name: {type: string, min: 1, max: 100, required: true}
      createdAt: {type: Moment, auto: create, immutable: true}
    unique:
      - {on: [email], fold: case}   # No two users with one address, however it is written.

  Note:
    key: {pk: "USER#{userId}", sk: "NOTE#{noteId}"}
    attributes:
      userId: {type: string, required: true, references: User}  # There must be such a user.
      noteId: {type: string, generate: ulid, immutable: true}
      text: {type: string, min: 1, max: 1000, required: true}
      status: {type: enum, values: [open, done], default: open}
      createdAt: {type: Moment, auto: create, immutable: true}
      doneAt: {type: Moment}
    lifecycle:                      # Which states there are, and which ways lead between them.
      attribute: status
      initial: [open]
      transitions:
        - {from: open, to: done, stamp: {doneAt: now}}
      final: [done]

# What programs ask for. Each is served by a key or an index, or lint says what is missing.
patterns:
  create_user:
    put: User
    mode: create
    http: POST /users
  get_user:
    get: User
    by: {userId: $userId}
    http: GET /users/{userId}
  user_by_email:
    query: User
    where: {email: $email}
    http: GET /users
  create_note:
    put: Note
    mode: create
    http: POST /notes
  notes_of_user:
    query: Note
    where: {userId: $userId}
    page: {default: 20, max: 100}
    http: GET /users/{userId}/notes
  edit_note:
    update: Note
    by: {userId: $userId, noteId: $noteId}
    set: [text]
    http: PATCH /users/{userId}/notes/{noteId}
  finish_note:
    transition: Note
    by: {userId: $userId, noteId: $noteId}
    to: done
    http: POST /users/{userId}/notes/{noteId}/finish

# Counted with every write: partita model stats NAME notes_by_status
rollups:
  notes_by_status:
    of: Note
    group_by: [status]
    measures: {notes: count}

# Sample data: partita serve --memory --models . --fake
fake:
  User: {count: 20, over: 30d}
  Note: {per: {User: 3}, over: 30d, outcome: {done: 0.5, open: 0.5}}
)";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

bool is_model_name(std::string_view name) {
  return name.size() >= 3 && name.size() <= 255 && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; });
}

std::string first_model(std::string_view name) {
  std::string text(kText);
  for (auto at = text.find(kNamePlace); at != std::string::npos;
       at = text.find(kNamePlace, at + name.size())) {
    text.replace(at, kNamePlace.size(), name);
  }
  return text;
}

}  // namespace partita::cli

#include "model/samples/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace partita::samples {
namespace {

constexpr std::array<std::string_view, 24> kFirstNames = {
    "Ada",  "Amir",  "Bela", "Carla", "Chen", "Devi",  "Elif", "Emil",
    "Fay",  "Grace", "Hana", "Ines",  "Ivo",  "Jonas", "Kofi", "Lena",
    "Mira", "Nils",  "Olga", "Priya", "Ravi", "Sara",  "Tomo", "Yara"};
constexpr std::array<std::string_view, 24> kLastNames = {
    "Adams",  "Baker",  "Costa",  "Dietz",  "Evans",  "Fischer", "Garcia", "Haddad",
    "Ibarra", "Jansen", "Khan",   "Larsen", "Moreau", "Novak",   "Okafor", "Petrov",
    "Quinn",  "Rossi",  "Sharma", "Tanaka", "Usman",  "Varga",   "Weber",  "Zhou"};
constexpr std::array<std::string_view, 16> kCities = {
    "Berlin", "Bogota", "Chennai", "Dakar", "Dublin", "Hanoi", "Kolkata",  "Lagos",
    "Lima",   "Lisbon", "Nairobi", "Oslo",  "Porto",  "Quito", "Varanasi", "Zagreb"};
constexpr std::array<std::string_view, 12> kCountries = {"Brazil", "Ghana",    "India",  "Ireland",
                                                         "Japan",  "Kenya",    "Norway", "Peru",
                                                         "Poland", "Portugal", "Turkey", "Vietnam"};
constexpr std::array<std::string_view, 40> kWords = {
    "amber",   "bright",  "calm",   "clear", "cloud",  "copper", "dawn",   "deep",
    "early",   "evening", "field",  "first", "garden", "gentle", "golden", "green",
    "harbor",  "hidden",  "island", "lake",  "late",   "light",  "long",   "meadow",
    "morning", "north",   "ocean",  "open",  "quiet",  "rain",   "river",  "road",
    "silver",  "slow",    "small",  "south", "still",  "stone",  "summer", "winter"};

enum class Topic {
  Email,
  Username,
  Person,
  City,
  Country,
  Link,
  FileName,
  StorageKey,
  Sentence,
  Secret,
  Code,
  Identifier,
  Title,
  Words,
};

struct WordHint {
  std::string_view part;  // Of the name of the attribute, in small letters.
  Topic topic;
};

// The first that fits counts, so what says more stands first.
constexpr std::array<WordHint, 34> kWordHints = {{
    {"email", Topic::Email},
    {"username", Topic::Username},
    {"login", Topic::Username},
    {"filename", Topic::FileName},
    {"file_name", Topic::FileName},
    {"s3", Topic::StorageKey},
    {"key", Topic::StorageKey},
    {"token", Topic::Secret},
    {"secret", Topic::Secret},
    {"password", Topic::Secret},
    {"url", Topic::Link},
    {"uri", Topic::Link},
    {"link", Topic::Link},
    {"city", Topic::City},
    {"country", Topic::Country},
    {"artist", Topic::Person},
    {"composer", Topic::Person},
    {"author", Topic::Person},
    {"editedby", Topic::Person},
    {"created_by", Topic::Person},
    {"person", Topic::Person},
    {"customer", Topic::Person},
    {"owner", Topic::Person},
    {"message", Topic::Sentence},
    {"description", Topic::Sentence},
    {"text", Topic::Sentence},
    {"bio", Topic::Sentence},
    {"lyrics", Topic::Sentence},
    {"reason", Topic::Sentence},
    {"comment", Topic::Sentence},
    {"stack", Topic::Sentence},
    {"code", Topic::Code},
    {"title", Topic::Title},
    {"name", Topic::Title},
}};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::string capitalized(std::string_view text) {
  std::string result(text);
  if (!result.empty() && result[0] >= 'a' && result[0] <= 'z') {
    result[0] = static_cast<char>(result[0] - 'a' + 'A');
  }
  return result;
}

bool is_identifier(std::string_view attribute) {
  return attribute.ends_with("Id") || attribute.ends_with("_id") || attribute.ends_with("ID");
}

Topic topic_of(std::string_view attribute) {
  if (is_identifier(attribute)) return Topic::Identifier;
  const std::string name = lower(attribute);
  for (const WordHint& hint : kWordHints) {
    if (name.find(hint.part) != std::string::npos) return hint.topic;
  }
  return Topic::Words;
}

std::string hexadecimal(Dice& dice, int digits) {
  return fmt::format("{:016x}", dice.bits()).substr(0, static_cast<std::size_t>(digits));
}

std::string identifier(std::string_view attribute, Dice& dice) {
  std::string stem = lower(attribute.substr(0, attribute.size() - 2));
  while (stem.ends_with('_')) stem.pop_back();
  return fmt::format("{}{}{}", stem, stem.empty() ? "" : "-", hexadecimal(dice, 8));
}

}  // namespace

std::string_view word(Dice& dice) { return dice.pick(kWords); }

std::string sentence(Dice& dice, std::size_t characters) {
  std::string text = capitalized(word(dice));
  while (text.size() + 8 < characters) text.append(" ").append(word(dice));
  return text.append(".");
}

std::string email(Dice& dice) { return text_for("email", dice); }

std::string letters(std::uint64_t number) {
  std::string text;
  do {
    text.push_back(static_cast<char>('a' + number % 26));
    number /= 26;
  } while (number > 0);
  std::reverse(text.begin(), text.end());
  return text;
}

// Dice are thrown in statements of their own: the order of arguments is the compiler's choice.
std::string text_for(std::string_view attribute, Dice& dice) {
  const Topic topic = topic_of(attribute);
  const std::string_view first_name = dice.pick(kFirstNames);
  const std::string_view last_name = dice.pick(kLastNames);
  const std::string_view first = word(dice);
  const std::string_view second = word(dice);
  const std::int64_t number = dice.between(1, 9999);
  switch (topic) {
    case Topic::Email:
      return fmt::format("{}.{}@example.com", lower(first_name), lower(last_name));
    case Topic::Username:
      return fmt::format("{}_{}", lower(first_name), number);
    case Topic::Person:
      return fmt::format("{} {}", first_name, last_name);
    case Topic::City:
      return std::string(dice.pick(kCities));
    case Topic::Country:
      return std::string(dice.pick(kCountries));
    case Topic::Link:
      return fmt::format("https://example.com/{}/{}", first, number);
    case Topic::FileName:
      return fmt::format("{}-{}.jpg", first, number);
    case Topic::StorageKey:
      return fmt::format("uploads/{}-{}.jpg", first, hexadecimal(dice, 10));
    case Topic::Sentence:
      return sentence(dice, static_cast<std::size_t>(dice.between(20, 90)));
    case Topic::Secret:
      return hexadecimal(dice, 16);
    case Topic::Code:
      return fmt::format("CODE_{}", number);
    case Topic::Identifier:
      return identifier(attribute, dice);
    case Topic::Title:
      return fmt::format("{} {}", capitalized(first), capitalized(second));
    case Topic::Words:
      return fmt::format("{} {}", first, second);
  }
  return {};
}

}  // namespace partita::samples

#pragma once

#include <cstdint>
#include <span>

#include "partita/base/bytes.h"

namespace partita::parquet {

// Small numbers as Parquet has levels and places in a dictionary: runs of equal ones, and groups of
// eight in as few bits as the largest needs.
//
// runs  := run*
// run   := count<<1:varint value:byte[(width+7)/8]       equal ones
//        | groups<<1|1:varint byte[groups*width]         eight a group; the last filled up with 0
void append_runs(Bytes& bytes, std::span<const std::uint32_t> numbers, unsigned width);
void append_runs(Bytes& bytes, std::span<const std::uint8_t> numbers, unsigned width);

// How many bits numbers up to this one need.
unsigned width_for(std::uint32_t max);

}  // namespace partita::parquet

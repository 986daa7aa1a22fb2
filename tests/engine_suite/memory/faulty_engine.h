#pragma once

#include <memory>
#include <ostream>

#include "engine/engine.h"

namespace partita::engine {

// The mistakes that engines make.
enum class Bug {
  None,                        // Passes everything on.
  UntrackedReads,              // A transaction forgets what it has read.
  UntrackedAbsentKeys,         // A transaction forgets the keys that it found absent.
  UntrackedSecondRead,         // A transaction remembers only its first read.
  AcknowledgesWithoutWriting,  // Now and then a commit is a lie.
  AppliesHalf,                 // Only the first half of the writes is applied.
  CommitsInTwoSteps,           // Others can see the first half before the second.
  AppliesDespiteConflict,      // The commit answers Conflict and writes nevertheless.
  StaleReads,                  // Plain reads lag behind.
  StaleTransactionReads,       // A transaction reads the past and tracks the present.
  MovingSnapshots,             // A snapshot shows what came after it.
  TornScans,                   // A scan goes on with what came after its start.
  LosesErases,                 // An erase is forgotten.
  SkipsTheCheckWithoutWrites,  // A transaction without writes always commits.
  StampsAtTheBeginning,        // An append has its stamp before it is committed.
};

void PrintTo(Bug bug, std::ostream* out);

// A sound engine spoilt by one bug. The sound one must outlive it and never wait.
std::unique_ptr<Engine> with_bug(Engine& sound, Bug bug);

}  // namespace partita::engine

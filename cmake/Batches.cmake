# Files of one target are compiled PARTITA_BATCH at a time, as one: their headers are read and their
# templates are made once for all of them, which takes about half of the time. A change of one
# file compiles its whole batch again, so the preset for daily work (`dev`) has batches of one.
#
# Within a folder a name outside of the headers therefore has one meaning, as in one file; tidy
# (`one-meaning`) finds two. A file with options of its own (set_source_files_properties) stays
# alone.
function(partita_batch target)
  if(PARTITA_BATCH GREATER 1)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON
                                               UNITY_BUILD_BATCH_SIZE ${PARTITA_BATCH})
    # g++ takes the files of a batch for headers, where types without linkage would be a fault.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

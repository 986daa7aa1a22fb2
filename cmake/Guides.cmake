# Run while installing: the program writes its own manual pages and completions, so they are those
# of its options. Wants PROGRAM, PREFIX, MAN and ZSH (folders below the prefix).
find_program(GZIP gzip REQUIRED)

# guide(FILE ARGUMENT...): what the program prints for these arguments, as a file below the prefix.
function(guide file)
  cmake_path(GET file PARENT_PATH folder)
  file(MAKE_DIRECTORY ${PREFIX}/${folder})
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_FILE ${PREFIX}/${file}
                  COMMAND_ERROR_IS_FATAL ANY)
  file(CHMOD ${PREFIX}/${file} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endfunction()

execute_process(COMMAND ${PROGRAM} man --list OUTPUT_VARIABLE pages
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" pages "${pages}")
foreach(page IN LISTS pages)
  cmake_path(GET page EXTENSION LAST_ONLY section)
  string(SUBSTRING ${section} 1 -1 section)
  guide(${MAN}/man${section}/${page} man ${page})
  # Without the date, so that the same program makes the same file.
  execute_process(COMMAND ${GZIP} --best --no-name --force ${PREFIX}/${MAN}/man${section}/${page}
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()

guide(share/bash-completion/completions/partita completion bash)
guide(${ZSH}/_partita completion zsh)
guide(share/fish/vendor_completions.d/partita.fish completion fish)
list(LENGTH pages count)
message(STATUS "Wrote ${count} manual pages and the completions of three shells")

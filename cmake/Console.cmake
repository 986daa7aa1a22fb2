# The files of console/ become a part of the program: each packed with gzip and taken in by the
# assembler, which costs no time that anybody would notice. Nothing else is needed to build them:
# the browser reads the sources as they are.

set(console_folder ${CMAKE_SOURCE_DIR}/console)

# partita_embed_console(target): the table of wire/console/assets.h, as one more source.
function(partita_embed_console target)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${console_folder}/*.js ${console_folder}/*.css
                                            ${console_folder}/*.svg ${console_folder}/*.html)
  set(packed ${CMAKE_BINARY_DIR}/console)
  set(source ${packed}/console_assets.cc)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${console_folder} -DPACKED=${packed} -DSOURCE=${source}
            -P ${CMAKE_SOURCE_DIR}/cmake/PackConsole.cmake
    DEPENDS ${files} ${CMAKE_SOURCE_DIR}/cmake/PackConsole.cmake
    COMMENT "Packing the console" VERBATIM)
  # What it takes in is not seen by those who look at its text only, such as ccache.
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
                                                   SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${source})
endfunction()

# cmake -DFOLDER=console -DPACKED=build/release/console -DSOURCE=console_assets.cc -P this: packs
# every file of the console and writes the source that takes them into the program.
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*.js ${FOLDER}/*.css ${FOLDER}/*.svg
     ${FOLDER}/*.html)
list(SORT files)

# One hash for all, in the path of every file but the first page: so the files find each other by
# relative paths, and a browser may keep them for good.
set(hashes "")
foreach(file IN LISTS files)
  file(SHA256 ${FOLDER}/${file} hash)
  string(APPEND hashes "${file} ${hash}\n")
endforeach()
string(SHA256 all "${hashes}")
string(SUBSTRING ${all} 0 16 all)

function(type_of file result)
  if(file MATCHES "\\.svg$")
    set(type image/svg+xml)
  elseif(file MATCHES "\\.css$")
    set(type "text/css; charset=utf-8")
  elseif(file MATCHES "\\.html$")
    set(type "text/html; charset=utf-8")
  else()
    set(type "text/javascript; charset=utf-8")
  endif()
  set(${result} "${type}" PARENT_SCOPE)
endfunction()

set(blocks "")
set(rows "")
set(number 0)
foreach(file IN LISTS files)
  set(path "files-${all}/${file}")
  set(plain ${PACKED}/plain/${file})
  if(file STREQUAL "index.html")
    set(path ${file})
    file(READ ${FOLDER}/${file} text)
    string(REPLACE "@FILES@" "/console/files-${all}" text "${text}")
    file(WRITE ${plain} "${text}")
  else()
    configure_file(${FOLDER}/${file} ${plain} COPYONLY)
  endif()
  set(gzip ${PACKED}/${number}.gz)
  execute_process(COMMAND gzip -9 -n -c ${plain} OUTPUT_FILE ${gzip} COMMAND_ERROR_IS_FATAL ANY)
  file(SHA256 ${gzip} hash)
  string(SUBSTRING ${hash} 0 20 hash)
  file(SIZE ${gzip} size)
  type_of(${file} type)
  # The hash of the content stands in the text, so that the text changes with it.
  string(APPEND blocks "asm(\".pushsection .rodata\\n\"\n    \"partita_console_${number}:\\n\"\n"
         "    \".incbin \\\"${gzip}\\\"\\n\"\n    \".popsection\\n\");  // ${hash}\n"
         "extern const char partita_console_${number}[];\n")
  string(APPEND rows "    {\"${path}\", \"${type}\", \"\\\"${hash}\\\"\",\n"
         "     {partita_console_${number}, ${size}}},\n")
  math(EXPR number "${number} + 1")
endforeach()

file(WRITE ${SOURCE}
"// Made by cmake/PackConsole.cmake.
#include \"wire/console/assets.h\"

extern \"C\" {
${blocks}}

namespace partita::console {
namespace {

const Asset kAssets[] = {
${rows}};

}  // namespace

std::span<const Asset> assets() { return kAssets; }

}  // namespace partita::console
")

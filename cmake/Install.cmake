# What `cmake --install` puts under a prefix. Component `program`: the program with its manual
# pages, completions and documents, also in the packages. Component `library`: the library with its
# public headers, and the two files by which CMake and pkg-config find it (docs/EMBEDDING.md).
#
# The library is one static archive. It holds the objects that the program is linked from, so
# nothing is compiled twice. It is static because the interface has C++ types (std::string, Result,
# coroutines) and no promise of a stable binary form yet: a program is built with the version that
# it runs with. That also keeps calls into RocksDB free of the PLT (cmake/Dependencies.cmake).
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# zsh looks in site-functions for what is not the distribution's.
set(PARTITA_ZSH_FOLDER share/zsh/site-functions)

# The modules that a target links, itself included.
function(partita_modules_of target result)
  set(modules ${target})
  get_target_property(links ${target} LINK_LIBRARIES)
  foreach(link IN LISTS links)
    if(TARGET ${link} AND link MATCHES "^partita_")
      get_target_property(type ${link} TYPE)
      if(type STREQUAL "STATIC_LIBRARY")
        partita_modules_of(${link} below)
        list(APPEND modules ${below})
      endif()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES modules)
  set(${result} ${modules} PARENT_SCOPE)
endfunction()

partita_modules_of(partita_builder modules)
list(TRANSFORM modules REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
add_library(partita_archive STATIC ${objects})
set_target_properties(partita_archive PROPERTIES OUTPUT_NAME partita LINKER_LANGUAGE CXX)

install(TARGETS partita RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
# The program writes them.
install(CODE "set(PROGRAM \"$<TARGET_FILE:partita>\")
set(PREFIX \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
set(MAN \"${CMAKE_INSTALL_MANDIR}\")
set(ZSH \"${PARTITA_ZSH_FOLDER}\")
include(\"${CMAKE_CURRENT_LIST_DIR}/Guides.cmake\")" COMPONENT program)
file(GLOB documents CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/docs/*.md)
install(FILES ${CMAKE_SOURCE_DIR}/README.md ${documents} DESTINATION ${CMAKE_INSTALL_DOCDIR}
        COMPONENT program)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/models DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples
        COMPONENT program FILES_MATCHING PATTERN *.yaml)
# Where Debian looks for it.
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright
        COMPONENT program)

install(TARGETS partita_archive ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/partita DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT library FILES_MATCHING PATTERN *.h)

# RocksDB as the program has it.
if(ROCKSDB_ARCHIVE)
  set(PARTITA_ROCKSDB -l:librocksdb.a -lsnappy -llz4 -lzstd -lbz2 -lz -lgflags -ldl)
else()
  set(PARTITA_ROCKSDB -lrocksdb)
endif()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/partita)
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/package/partitaConfig.cmake.in
  ${CMAKE_BINARY_DIR}/package/partitaConfig.cmake
  INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/partitaConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/package/partitaConfig.cmake
              ${CMAKE_BINARY_DIR}/package/partitaConfigVersion.cmake DESTINATION ${package}
        COMPONENT library)

# From the folder of the file to the prefix, so that the prefix may be chosen when installing.
file(RELATIVE_PATH PARTITA_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
list(JOIN PARTITA_ROCKSDB " " PARTITA_ROCKSDB_FLAGS)
configure_file(${CMAKE_CURRENT_LIST_DIR}/package/partita.pc.in
               ${CMAKE_BINARY_DIR}/package/partita.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/package/partita.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)

include(Portable)

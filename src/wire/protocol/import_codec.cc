#include "partita/api/describe_import.h"
#include "partita/api/import_table.h"
#include "partita/api/list_imports.h"
#include "wire/protocol/operation_codec.h"

namespace partita::protocol {

PARTITA_OPERATION_CODEC(DescribeImport)
PARTITA_OPERATION_CODEC(ImportTable)
PARTITA_OPERATION_CODEC(ListImports)

}  // namespace partita::protocol

#include "partita/api/describe_export.h"
#include "partita/api/export_table_to_point_in_time.h"
#include "partita/api/list_exports.h"
#include "wire/protocol/operation_codec.h"

namespace partita::protocol {

PARTITA_OPERATION_CODEC(DescribeExport)
PARTITA_OPERATION_CODEC(ExportTableToPointInTime)
PARTITA_OPERATION_CODEC(ListExports)

}  // namespace partita::protocol

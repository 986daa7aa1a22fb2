#include "partita/api/create_table.h"
#include "partita/api/delete_table.h"
#include "partita/api/describe_table.h"
#include "partita/api/list_tables.h"
#include "partita/api/restore_table_to_point_in_time.h"
#include "partita/api/update_table.h"
#include "wire/protocol/operation_codec.h"

namespace partita::protocol {

PARTITA_OPERATION_CODEC(CreateTable)
PARTITA_OPERATION_CODEC(UpdateTable)
PARTITA_OPERATION_CODEC(DescribeTable)
PARTITA_OPERATION_CODEC(DeleteTable)
PARTITA_OPERATION_CODEC(ListTables)
PARTITA_OPERATION_CODEC(RestoreTableToPointInTime)

}  // namespace partita::protocol

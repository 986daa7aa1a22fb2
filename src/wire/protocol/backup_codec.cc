#include "partita/api/create_backup.h"
#include "partita/api/delete_backup.h"
#include "partita/api/describe_backup.h"
#include "partita/api/list_backups.h"
#include "partita/api/restore_table_from_backup.h"
#include "wire/protocol/operation_codec.h"

namespace partita::protocol {

PARTITA_OPERATION_CODEC(CreateBackup)
PARTITA_OPERATION_CODEC(DeleteBackup)
PARTITA_OPERATION_CODEC(DescribeBackup)
PARTITA_OPERATION_CODEC(ListBackups)
PARTITA_OPERATION_CODEC(RestoreTableFromBackup)

}  // namespace partita::protocol

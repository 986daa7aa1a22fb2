// What the server can bring back: recovery of tables, backups, exports, imports.
import { dynamo, rest } from '../api/call.js';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

const ms = (seconds) => (seconds === undefined ? null : Math.round(seconds * 1000));

export async function recoveryOf(table) {
  const { ContinuousBackupsDescription } = await dynamo('DescribeContinuousBackups', {
    TableName: table,
  });
  const found = ContinuousBackupsDescription.PointInTimeRecoveryDescription ?? {};
  return {
    on: found.PointInTimeRecoveryStatus === 'ENABLED',
    days: found.RecoveryPeriodInDays ?? 35,
    earliest: ms(found.EarliestRestorableDateTime),
  };
}

export const switchRecovery = (table, on, days) =>
  dynamo('UpdateContinuousBackups', {
    TableName: table,
    PointInTimeRecoverySpecification: {
      PointInTimeRecoveryEnabled: on,
      ...(on ? { RecoveryPeriodInDays: days } : {}),
    },
  });

// All pages of an operation that lists something, the newest of a few hundred.
async function listed(operation, request, member, token, sent = token) {
  const all = [];
  let next;
  do {
    const answer = await dynamo(operation, { ...request, ...(next ? { [sent]: next } : {}) });
    all.push(...answer[member]);
    next = answer[token];
  } while (next && all.length < 1000);
  return all;
}

export async function backupsOf(table) {
  const all = await listed(
    'ListBackups',
    { BackupType: 'ALL', ...(table ? { TableName: table } : {}) },
    'BackupSummaries',
    'LastEvaluatedBackupArn',
    'ExclusiveStartBackupArn',
  );
  return all
    .map((each) => ({
      arn: each.BackupArn,
      name: each.BackupName,
      table: each.TableName,
      status: each.BackupStatus,
      type: each.BackupType,
      bytes: each.BackupSizeBytes ?? null,
      made: ms(each.BackupCreationDateTime),
      ends: ms(each.BackupExpiryDateTime),
    }))
    .sort((a, b) => b.made - a.made);
}

const tableOfArn = (arn) => /:table\/([^/]+)/.exec(arn ?? '')?.[1] ?? '';

export async function transfers() {
  const [exports, imports] = await Promise.all([
    listed('ListExports', {}, 'ExportSummaries', 'NextToken'),
    listed('ListImports', {}, 'ImportSummaryList', 'NextToken'),
  ]);
  return [
    ...exports.map((each) => ({
      kind: 'export',
      arn: each.ExportArn,
      table: tableOfArn(each.ExportArn),
      status: each.ExportStatus,
      what: each.ExportType === 'INCREMENTAL_EXPORT' ? 'changes' : 'all items',
    })),
    ...imports.map((each) => ({
      kind: 'import',
      arn: each.ImportArn,
      table: tableOfArn(each.TableArn ?? each.ImportArn),
      status: each.ImportStatus,
      what: each.InputFormat ?? '',
      begun: ms(each.StartTime),
    })),
  ];
}

export const restoreMoment = (table, to, at) =>
  rest('POST', '/api/tables:restore', {
    query: { table, to, at: new Date(at).toISOString() },
  });

export const restoreBackup = (arn, to) =>
  dynamo('RestoreTableFromBackup', { TargetTableName: to, BackupArn: arn });

// Write units of each minute of the last day: [{at, value}].
export async function writeRate(table) {
  const answer = await rest('GET', '/api/capacity', { query: { table, last: '24h' } });
  const from = Date.parse(answer.from);
  return answer.writes.consumed.map((value, i) => ({ at: from + i * MINUTE, value: value * 60 }));
}

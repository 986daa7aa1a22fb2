// Tables into buckets, and out of them.
import { toast } from '../core/app.js';
import { dynamo } from '../api/call.js';
import { describe, forgetAll } from '../api/schema.js';
import { needed, openForm, tableName } from '../parts/form_dialog.js';

const BUCKET = {
  name: 'bucket',
  label: 'Bucket',
  first: true,
  check: needed,
  hint: 'Where partita serve --s3 says: a directory there, or a bucket of that server.',
};
const TYPES = [
  ['S', 'Text'],
  ['N', 'Number'],
  ['B', 'Binary'],
];

// Only tables whose past is kept can be exported.
export function openExport(tables, done) {
  const names = tables.filter((each) => each.recovery.on).map((each) => each.name);
  if (names.length === 0) {
    toast('Only a table with recovery can be exported: switch it on first', { kind: 'bad' });
    return;
  }
  openForm({
    title: 'Export a table',
    text: 'All items as they are at this moment, in the files that AWS writes. Clients go on writing meanwhile.',
    fields: [
      {
        name: 'table',
        label: 'Table',
        value: names[0],
        ...(names.length > 4
          ? { options: names.map((each) => [each, each]) }
          : {
              check: (value) =>
                names.includes(value) ? null : `one with recovery: ${names.join(', ')}`,
            }),
      },
      BUCKET,
      { name: 'prefix', label: 'Prefix', hint: 'May be left out.' },
      {
        name: 'format',
        label: 'Format',
        value: 'DYNAMODB_JSON',
        options: [
          ['DYNAMODB_JSON', 'DynamoDB JSON'],
          ['ION', 'Ion'],
        ],
      },
    ],
    action: 'Export',
    run: async ({ table, bucket, prefix, format }) => {
      const { TableArn } = await describe(table);
      await dynamo('ExportTableToPointInTime', {
        TableArn,
        S3Bucket: bucket.trim(),
        ...(prefix ? { S3Prefix: prefix } : {}),
        ExportFormat: format,
      });
      toast(`Exporting ${table}`);
      done();
    },
  });
}

const keyOf = ({ pk, pkType, sk, skType }) => ({
  AttributeDefinitions: [
    { AttributeName: pk, AttributeType: pkType },
    ...(sk ? [{ AttributeName: sk, AttributeType: skType }] : []),
  ],
  KeySchema: [
    { AttributeName: pk, KeyType: 'HASH' },
    ...(sk ? [{ AttributeName: sk, KeyType: 'RANGE' }] : []),
  ],
});

export function openImport(done) {
  openForm({
    title: 'Import a table',
    text: 'A new table from the files of a bucket. Records that are no items are counted and passed over.',
    fields: [
      BUCKET,
      {
        name: 'prefix',
        label: 'Files that begin with',
        hint: 'Of an export, name its data/ folder.',
      },
      {
        name: 'format',
        label: 'Format',
        value: 'DYNAMODB_JSON',
        options: [
          ['DYNAMODB_JSON', 'DynamoDB JSON'],
          ['ION', 'Ion'],
          ['CSV', 'CSV'],
        ],
      },
      {
        name: 'packed',
        label: 'Compression',
        value: 'NONE',
        options: [
          ['NONE', 'none'],
          ['GZIP', 'gzip'],
          ['ZSTD', 'zstd'],
        ],
      },
      { name: 'table', label: 'Name of the new table', check: tableName },
      { name: 'pk', label: 'Partition key', value: 'id', check: needed },
      { name: 'pkType', label: 'Type of the partition key', value: 'S', options: TYPES },
      { name: 'sk', label: 'Sort key', hint: 'May be left out.' },
      {
        name: 'skType',
        label: 'Type of the sort key',
        value: 'S',
        options: TYPES,
        when: ({ sk }) => sk !== '',
      },
    ],
    action: 'Import',
    run: async (values) => {
      await dynamo('ImportTable', {
        S3BucketSource: {
          S3Bucket: values.bucket.trim(),
          ...(values.prefix ? { S3KeyPrefix: values.prefix } : {}),
        },
        InputFormat: values.format,
        InputCompressionType: values.packed,
        TableCreationParameters: {
          TableName: values.table,
          BillingMode: 'PAY_PER_REQUEST',
          ...keyOf(values),
        },
      });
      forgetAll();
      toast(`Importing ${values.table}`);
      done();
    },
  });
}

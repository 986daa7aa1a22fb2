// The request of a view as code for people's own programs, with this server's address in it.

const quoteShell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const kebab = (name) => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
const isUsed = ([, value]) => value !== undefined && value !== null;

function cli(operation, request) {
  const lines = Object.entries(request)
    .filter(isUsed)
    .flatMap(([name, value]) => {
      if (name === 'ScanIndexForward')
        return [value ? '--scan-index-forward' : '--no-scan-index-forward'];
      return [
        `--${kebab(name)} ${quoteShell(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
      ];
    });
  return `aws dynamodb ${kebab(operation)} --endpoint-url ${location.origin} --region us-east-1 \\\n    ${lines.join(' \\\n    ')}`;
}

function javascript(operation, request) {
  const command = `${operation}Command`;
  return `import { DynamoDBClient, ${command} } from '@aws-sdk/client-dynamodb';

const client = new DynamoDBClient({ endpoint: '${location.origin}', region: 'us-east-1' });
const answer = await client.send(new ${command}(${JSON.stringify(request, null, 2)}));
console.log(JSON.stringify(answer.Items ?? [answer.Item]));`;
}

const pythonText = (value, depth = 0) => {
  const pad = '    '.repeat(depth + 1);
  const end = '    '.repeat(depth);
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null) return 'None';
  if (Array.isArray(value)) return `[${value.map((each) => pythonText(each, depth)).join(', ')}]`;
  if (typeof value === 'object')
    return `{\n${Object.entries(value)
      .map(([name, each]) => `${pad}${JSON.stringify(name)}: ${pythonText(each, depth + 1)},\n`)
      .join('')}${end}}`;
  return JSON.stringify(value);
};

function python(operation, request) {
  const method = operation.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return `import json
import boto3

client = boto3.client("dynamodb", endpoint_url="${location.origin}", region_name="us-east-1")
answer = client.${method}(**${pythonText(request)})
print(json.dumps(answer.get("Items", [answer.get("Item")]), default=str))`;
}

// `request` without what only the console wants to know.
export function snippets(operation, request) {
  const { ReturnConsumedCapacity, Limit, ...asked } = request;
  return [
    ['AWS CLI', cli(operation, asked)],
    ['JavaScript', javascript(operation, asked)],
    ['Python', python(operation, asked)],
    ['Request', JSON.stringify(asked, null, 2)],
  ];
}

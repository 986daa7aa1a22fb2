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
print(json.dumps(answer.get("Items", [answer.get("Item")])))`;
}

const GO_MEMBERS = { S: 'S', N: 'N', BOOL: 'BOOL', NULL: 'NULL', B: 'B' };

function goValue(value) {
  const [type, content] = Object.entries(value)[0];
  const text = type === 'BOOL' || type === 'NULL' ? String(content) : JSON.stringify(content);
  return `&types.AttributeValueMember${GO_MEMBERS[type]}{Value: ${text}}`;
}

const goMap = (map, type, each) =>
  `map[string]${type}{\n${Object.entries(map)
    .map(([name, value]) => `\t\t\t${JSON.stringify(name)}: ${each(value)},\n`)
    .join('')}\t\t}`;

function goField([name, value]) {
  if (name === 'ExpressionAttributeValues' || name === 'Key')
    return goMap(value, 'types.AttributeValue', goValue);
  if (name === 'ExpressionAttributeNames') return goMap(value, 'string', JSON.stringify);
  if (name === 'ReturnConsumedCapacity')
    return `types.ReturnConsumedCapacity${value === 'TOTAL' ? 'Total' : 'Indexes'}`;
  if (typeof value === 'boolean') return `aws.Bool(${value})`;
  return `aws.String(${JSON.stringify(value)})`;
}

function go(operation, request) {
  const fields = Object.entries(request)
    .filter(isUsed)
    .map((pair) => `\t\t${pair[0]}: ${goField(pair)},\n`)
    .join('');
  const hasTypes = /types\./.test(fields);
  return `package main

import (
\t"context"
\t"fmt"

\t"github.com/aws/aws-sdk-go-v2/aws"
\t"github.com/aws/aws-sdk-go-v2/config"
\t"github.com/aws/aws-sdk-go-v2/service/dynamodb"
${hasTypes ? '\t"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"\n' : ''})

func main() {
\tsettings, err := config.LoadDefaultConfig(context.TODO(), config.WithRegion("us-east-1"))
\tif err != nil {
\t\tpanic(err)
\t}
\tclient := dynamodb.NewFromConfig(settings, func(o *dynamodb.Options) {
\t\to.BaseEndpoint = aws.String("${location.origin}")
\t})
\tanswer, err := client.${operation}(context.TODO(), &dynamodb.${operation}Input{
${fields}\t})
\tif err != nil {
\t\tpanic(err)
\t}
\tfmt.Println(${operation === 'GetItem' ? 'answer.Item' : 'answer.Count'})
}`;
}

// `request` without what only the console wants to know.
export function snippets(operation, request) {
  const { ReturnConsumedCapacity, Limit, ...asked } = request;
  return [
    ['AWS CLI', cli(operation, asked)],
    ['JavaScript', javascript(operation, asked)],
    ['Python', python(operation, asked)],
    ['Go', go(operation, asked)],
    ['Request', JSON.stringify(asked, null, 2)],
  ];
}

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

const goText = (text) => JSON.stringify(text);

// A typed value as the SDK for Go has it.
function goValue(value) {
  const [type, content] = Object.entries(value)[0];
  const member = `&types.AttributeValueMember${type}`;
  const texts = () => `[]string{${content.map(goText).join(', ')}}`;
  const bytes = (text) => `[]byte(${goText(atob(text))})`;
  switch (type) {
    case 'BOOL':
    case 'NULL':
      return `${member}{Value: ${content}}`;
    case 'B':
      return `${member}{Value: ${bytes(content)}}`;
    case 'SS':
    case 'NS':
      return `${member}{Value: ${texts()}}`;
    case 'L':
      return `${member}{Value: []types.AttributeValue{${content.map(goValue).join(', ')}}}`;
    case 'M':
      return `${member}{Value: ${goItem(content)}}`;
    default:
      return `${member}{Value: ${goText(content)}}`;
  }
}

const goItem = (item) =>
  `map[string]types.AttributeValue{${Object.entries(item)
    .map(([name, value]) => `${goText(name)}: ${goValue(value)}`)
    .join(', ')}}`;

function goMember([name, value]) {
  if (name === 'Key' || name === 'ExpressionAttributeValues') return goItem(value);
  if (name === 'ExpressionAttributeNames')
    return `map[string]string{${Object.entries(value)
      .map(([each, text]) => `${goText(each)}: ${goText(text)}`)
      .join(', ')}}`;
  if (typeof value === 'boolean') return `aws.Bool(${value})`;
  if (typeof value === 'number') return `aws.Int32(${value})`;
  return `aws.String(${goText(value)})`;
}

function go(operation, request) {
  const members = Object.entries(request)
    .filter(isUsed)
    .map(
      (each) =>
        `\t\t${each[0]}: ${each[0] === 'ConsistentRead' ? `aws.Bool(${each[1]})` : goMember(each)},\n`,
    );
  const needsTypes = request.Key || request.ExpressionAttributeValues;
  return `package main

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
${needsTypes ? '\t"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"\n' : ''})

func main() {
	ctx := context.Background()
	settings, err := config.LoadDefaultConfig(ctx, config.WithRegion("us-east-1"))
	if err != nil {
		panic(err)
	}
	client := dynamodb.NewFromConfig(settings, dynamodb.WithEndpointResolver(
		dynamodb.EndpointResolverFromURL("${location.origin}")))
	answer, err := client.${operation}(ctx, &dynamodb.${operation}Input{
${members.join('')}	})
	if err != nil {
		panic(err)
	}
${
  operation === 'GetItem'
    ? `	for name, value := range answer.Item {
		fmt.Printf("%s: %+v\\n", name, value)
	}`
    : `	for _, item := range answer.Items {
		for name, value := range item {
			fmt.Printf("%s: %+v  ", name, value)
		}
		fmt.Println()
	}`
}
}`;
}

// The header names the operation, and curl signs as AWS's clients do.
function curl(operation, request) {
  return `curl -s '${location.origin}/' --aws-sigv4 'aws:amz:us-east-1:dynamodb' \\
    --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" \\
    -H 'Content-Type: application/x-amz-json-1.0' \\
    -H 'X-Amz-Target: DynamoDB_20120810.${operation}' \\
    --data-binary ${quoteShell(JSON.stringify(request))}`;
}

const cppText = (text) => JSON.stringify(text).replaceAll('??', '?\\?');

// With the database in the program itself (docs/EMBEDDING.md), where nothing goes over a network. Values
// that a literal cannot say are left to the reader: then there is no sample.
function cpp(operation, request) {
  const numbers = [];
  const literal = (value) => {
    const [type, content] = Object.entries(value)[0];
    if (type !== 'N') return type === 'S' ? cppText(content) : String(content);
    numbers.push(content);
    return `n${numbers.length}`;
  };
  const item = (values) =>
    `api::item_input({${Object.entries(values)
      .map(([name, value]) => `{${cppText(name)}, ${literal(value)}}`)
      .join(', ')}})`;
  const names = (values) =>
    `{${Object.entries(values)
      .map(([name, text]) => `{${cppText(name)}, ${cppText(text)}}`)
      .join(', ')}}`;
  const member = (name) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  const text = ([name, value]) => {
    if (name === 'Key' || name === 'ExpressionAttributeValues') return item(value);
    if (name === 'ExpressionAttributeNames') return names(value);
    return typeof value === 'string' ? cppText(value) : String(value);
  };
  const lines = Object.entries(request)
    .filter(isUsed)
    .map((each) => `  request.${member(each[0])} = ${text(each)};\n`);
  const show =
    operation === 'GetItem'
      ? '  if (answer.item) show(answer.item->view());'
      : '  for (std::size_t i = 0; i < answer.items->size(); ++i) show(answer.items->at(i));';
  return `#include <partita/api/item_input.h>
#include <partita/api/${member(operation)}.h>
#include <partita/database.h>

#include <iostream>

using namespace partita;

void show(const ItemView& item) {
  for (const MemberView& attribute : item.attributes()) std::cout << attribute.name << ' ';
  std::cout << '\\n';
}

Status run() {
  auto database = TRY(Database::open("partita-data"));
${numbers.map((each, i) => `  const Number n${i + 1} = TRY(Number::parse(${cppText(each)}));\n`).join('')}  api::${operation}Request request;
${lines.join('')}  const auto answer = TRY(database.${member(operation)}(request));
${show}
  return {};
}

int main() { return run().ok() ? 0 : 1; }`;
}

const isPlain = (request) =>
  [
    ...Object.values(request.ExpressionAttributeValues ?? {}),
    ...Object.values(request.Key ?? {}),
  ].every((value) => ['S', 'N', 'BOOL'].includes(Object.keys(value)[0]));

// `request` without what only the console wants to know.
export function snippets(operation, request) {
  const { ReturnConsumedCapacity, Limit, ...asked } = request;
  return [
    ['AWS CLI', cli(operation, asked)],
    ['JavaScript', javascript(operation, asked)],
    ['Python', python(operation, asked)],
    ['Go', go(operation, asked)],
    ['curl', curl(operation, asked)],
    isPlain(asked) && ['C++', cpp(operation, asked)],
    ['Request', JSON.stringify(asked, null, 2)],
  ].filter(Boolean);
}

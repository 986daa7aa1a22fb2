// Package sdk runs the AWS SDK for Go v2 against a running Partita, started by tests/sdk/server.py.
// The SDK comes from Debian's packages, so there are no modules here: see tests/sdk/CMakeLists.txt.
package sdk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

var (
	ctx            = context.Background()
	dynamodbClient *dynamodb.Client
)

func TestMain(m *testing.M) {
	endpoint := os.Getenv("PARTITA_ENDPOINT")
	if endpoint == "" {
		fmt.Fprintln(os.Stderr, "PARTITA_ENDPOINT is not set: run this through tests/sdk/server.py")
		os.Exit(1)
	}
	dynamodbClient = connect(endpoint)
	os.Exit(m.Run())
}

func connect(endpoint string, options ...func(*config.LoadOptions) error) *dynamodb.Client {
	settings, err := config.LoadDefaultConfig(ctx, options...)
	if err != nil {
		panic(err)
	}
	return dynamodb.NewFromConfig(settings, func(o *dynamodb.Options) {
		o.EndpointResolver = dynamodb.EndpointResolverFromURL(endpoint)
	})
}

func withKeys(id, secret string) func(*config.LoadOptions) error {
	return config.WithCredentialsProvider(credentials.NewStaticCredentialsProvider(id, secret, ""))
}

// createTable makes a table that is ready to use. Keys are written "name:type", the partition key
// first; indexes map their names to such keys.
func createTable(t *testing.T, name string, key []string, indexes map[string][]string) {
	t.Helper()
	definitions := map[string]types.AttributeDefinition{}
	input := &dynamodb.CreateTableInput{
		TableName: aws.String(name), KeySchema: keySchema(key, definitions),
		BillingMode: types.BillingModePayPerRequest,
	}
	for index, key := range indexes {
		input.GlobalSecondaryIndexes = append(input.GlobalSecondaryIndexes,
			types.GlobalSecondaryIndex{
				IndexName: aws.String(index), KeySchema: keySchema(key, definitions),
				Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll},
			})
	}
	for _, definition := range definitions {
		input.AttributeDefinitions = append(input.AttributeDefinitions, definition)
	}
	_, err := dynamodbClient.CreateTable(ctx, input)
	must(t, err)
	waiter := dynamodb.NewTableExistsWaiter(dynamodbClient)
	must(t, waiter.Wait(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(name)}, time.Minute))
}

// keySchema also adds the attributes of the key to definitions.
func keySchema(
	key []string, definitions map[string]types.AttributeDefinition,
) []types.KeySchemaElement {
	kinds := []types.KeyType{types.KeyTypeHash, types.KeyTypeRange}
	var schema []types.KeySchemaElement
	for i, text := range key {
		name, kind, _ := strings.Cut(text, ":")
		schema = append(schema, types.KeySchemaElement{
			AttributeName: aws.String(name), KeyType: kinds[i],
		})
		definitions[name] = types.AttributeDefinition{
			AttributeName: aws.String(name), AttributeType: types.ScalarAttributeType(kind),
		}
	}
	return schema
}

func text(value string) types.AttributeValue { return &types.AttributeValueMemberS{Value: value} }
func number(value string) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: value}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// refused checks that err is this error of the server, with exactly this message unless it is "".
func refused(t *testing.T, err error, code, message string) {
	t.Helper()
	var answer smithy.APIError
	if !errors.As(err, &answer) {
		t.Fatalf("%v instead of %s", err, code)
	}
	if answer.ErrorCode() != code || (message != "" && answer.ErrorMessage() != message) {
		t.Fatalf("%s: %s\ninstead of %s: %s", answer.ErrorCode(), answer.ErrorMessage(), code, message)
	}
}

func equal(t *testing.T, actual, expected interface{}) {
	t.Helper()
	if a, e := fmt.Sprintf("%#v", actual), fmt.Sprintf("%#v", expected); a != e {
		t.Fatalf("%s\ninstead of %s", a, e)
	}
}

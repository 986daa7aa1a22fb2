// A server for the tests of a package: in memory, on any free port, gone with the test program.
package orders

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

var client *dynamodb.Client

func TestMain(m *testing.M) {
	server := exec.Command("partita", "serve", "--memory", "--port", "0")
	output, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	line, _ := bufio.NewReader(output).ReadString('\n')
	found := regexp.MustCompile(`listens on (\S+),`).FindStringSubmatch(line)
	code := 1
	if found == nil {
		fmt.Fprintln(os.Stderr, "partita did not start:", line)
	} else {
		client = dynamodb.New(dynamodb.Options{
			Region:           "us-east-1",
			EndpointResolver: dynamodb.EndpointResolverFromURL(found[1]),
			Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
				return aws.Credentials{AccessKeyID: "test", SecretAccessKey: "test"}, nil
			}),
		})
		code = m.Run()
	}
	server.Process.Signal(os.Interrupt)
	server.Wait()
	os.Exit(code)
}

func TestAnOrderIsFoundAgain(t *testing.T) {
	ctx := context.Background()
	_, err := client.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName:            aws.String("orders"),
		BillingMode:          types.BillingModePayPerRequest,
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("id"), KeyType: types.KeyTypeHash}},
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("id"), AttributeType: types.ScalarAttributeTypeS}},
	})
	if err != nil {
		t.Fatal(err)
	}
	item := map[string]types.AttributeValue{
		"id":    &types.AttributeValueMemberS{Value: "1"},
		"total": &types.AttributeValueMemberN{Value: "9.5"},
	}
	if _, err = client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("orders"), Item: item}); err != nil {
		t.Fatal(err)
	}
	read, err := client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String("orders"),
		Key:       map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: "1"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if total := read.Item["total"].(*types.AttributeValueMemberN).Value; total != "9.5" {
		t.Errorf("total is %s", total)
	}
}

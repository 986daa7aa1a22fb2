package sdk

// Answers with more than 256 KB of items come in chunks, without length and checksum. The SDK takes a
// checksum that is absent for 0 and writes a warning about it to its log; the answer is good.

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	large      = "go-large"
	largeCount = 20
)

// largeText has six bytes for each character on the wire, and no two items have the same.
func largeText(number int) string {
	start := fmt.Sprintf("%d:", number)
	return start + strings.Repeat("\u0001", 100_000-len(start))
}

func largeKey(number int) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"pk": text("a"), "sk": numberOf(number)}
}

func numberOf(value int) types.AttributeValue { return number(fmt.Sprint(value)) }

// chunkCounter counts the answers that come without a length, and lets them through as they are.
type chunkCounter struct{ chunked int }

func (c *chunkCounter) Do(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultClient.Do(request)
	if err == nil && response.ContentLength < 0 {
		c.chunked++
	}
	return response, err
}

func TestLargeAnswers(t *testing.T) {
	createTable(t, large, []string{"pk:S", "sk:N"}, nil)
	for i := 0; i < largeCount; i++ {
		item := largeKey(i)
		item["text"] = text(largeText(i))
		_, err := dynamodbClient.PutItem(ctx, &dynamodb.PutItemInput{
			TableName: aws.String(large), Item: item})
		must(t, err)
	}
	t.Run("a page is whole", largePage)
	t.Run("a batch is whole", largeBatch)
}

func countingClient() (*dynamodb.Client, *chunkCounter) {
	counter := &chunkCounter{}
	return connect(os.Getenv("PARTITA_ENDPOINT"), config.WithHTTPClient(counter)), counter
}

// patiently calls again if the client itself has closed the connection. It sometimes does so when an
// answer begins before it has noted the end of its request, and then cannot read the rest; an answer
// that fits into its buffer hides that.
func patiently[Output any](call func() (*Output, error)) (*Output, error) {
	output, err := call()
	for i := 0; i < 9 && err != nil && errors.Is(err, net.ErrClosed); i++ {
		output, err = call()
	}
	return output, err
}

func largePage(t *testing.T) {
	client, counter := countingClient()
	pages := dynamodb.NewQueryPaginator(client, &dynamodb.QueryInput{
		TableName: aws.String(large), KeyConditionExpression: aws.String("pk = :pk"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":pk": text("a")},
	})
	read := 0
	for pages.HasMorePages() {
		page, err := patiently(func() (*dynamodb.QueryOutput, error) { return pages.NextPage(ctx) })
		must(t, err)
		for _, item := range page.Items {
			checkLarge(t, item, read)
			read++
		}
	}
	equal(t, read, largeCount)
	if counter.chunked == 0 {
		t.Fatal("no answer came in chunks: this shows nothing")
	}
}

func largeBatch(t *testing.T) {
	client, counter := countingClient()
	var keys []map[string]types.AttributeValue
	for i := 0; i < largeCount; i++ {
		keys = append(keys, largeKey(i))
	}
	answer, err := patiently(func() (*dynamodb.BatchGetItemOutput, error) {
		return client.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{
			RequestItems: map[string]types.KeysAndAttributes{large: {Keys: keys}},
		})
	})
	must(t, err)
	equal(t, len(answer.Responses[large]), largeCount)
	for i, item := range answer.Responses[large] {
		checkLarge(t, item, i)
	}
	if counter.chunked == 0 {
		t.Fatal("the answer did not come in chunks: this shows nothing")
	}
}

// checkLarge does not print the texts, of which one would fill a log.
func checkLarge(t *testing.T, item map[string]types.AttributeValue, number int) {
	t.Helper()
	equal(t, item["sk"], numberOf(number))
	value, isText := item["text"].(*types.AttributeValueMemberS)
	if !isText || value.Value != largeText(number) {
		t.Fatalf("the text of item %d is another one", number)
	}
}

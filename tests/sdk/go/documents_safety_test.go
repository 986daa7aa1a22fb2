package sdk

// What keeps a processor that is written by the document (rez_agent) safe on the modelled table:
// its clock may be wrong, and what it swallows is a race and nothing else.

import (
	"os"
	"testing"
	"time"
)

func TestProcessorsOfTheModel(t *testing.T) {
	endpoint := os.Getenv("PARTITA_MODELS_ENDPOINT")
	if endpoint == "" {
		t.Fatal("PARTITA_MODELS_ENDPOINT is not set: run this through tests/sdk/server.py --models")
	}
	messages := modelledMessages{connect(endpoint)}
	t.Run("clock two seconds behind", messages.clockBehind)
	t.Run("clock an hour ahead", messages.clockAhead)
	t.Run("failure without a message is no race", messages.failureWithoutMessage)
}

func (m modelledMessages) clockBehind(t *testing.T) {
	messageID := m.created(t)
	must(t, m.setStatus(messageID, "processing", time.Now(), ""))
	before := m.get(t, messageID)
	must(t, m.setStatus(messageID, "completed", time.Now().Add(-2*time.Second), ""))
	after := m.get(t, messageID)
	equal(t, valueOf(after, "status"), "completed")
	equal(t, valueOf(after, "updated_date") >= valueOf(before, "updated_date"), true)
}

func (m modelledMessages) clockAhead(t *testing.T) {
	messageID := m.created(t)
	must(t, m.setStatus(messageID, "processing", time.Now().Add(time.Hour), ""))
	soon := time.Now().UTC().Add(10 * time.Minute).Format(time.RFC3339)
	equal(t, valueOf(m.get(t, messageID), "updated_date") < soon, true)
	must(t, m.setStatus(messageID, "completed", time.Now(), ""))
	equal(t, valueOf(m.get(t, messageID), "status"), "completed")
}

func (m modelledMessages) failureWithoutMessage(t *testing.T) {
	messageID := m.created(t)
	must(t, m.setStatus(messageID, "processing", time.Now(), ""))
	refused(t, m.setStatus(messageID, "failed", time.Now(), ""), "ValidationException", "")
	equal(t, valueOf(m.get(t, messageID), "status"), "processing")
}

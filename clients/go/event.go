package ringkey

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// EventType says what happened; the types of a verification begin with "verification.".
type EventType string

const (
	StepStarted          EventType = "verification.step_started"
	StepDelivered        EventType = "verification.step_delivered"
	StepUndelivered      EventType = "verification.step_undelivered"
	VerificationApproved EventType = "verification.approved"
	VerificationFailed   EventType = "verification.failed"
	VerificationExpired  EventType = "verification.expired"
	VerificationCanceled EventType = "verification.canceled"
	VerificationBlocked  EventType = "verification.blocked"
	VerificationSettled  EventType = "verification.settled"
	CallEnded            EventType = "call.ended"
	BalanceLow           EventType = "balance.low"
	PrefixPaused         EventType = "prefix.paused"
	EndpointTest         EventType = "endpoint.test"
)

// Event is what a webhook says.
type Event struct {
	Type      EventType       `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
	// CallID is set by the webhook of /v1.0, which has no type.
	CallID string `json:"callId"`
}

// Verification is the data of the types that begin with "verification.".
func (e *Event) Verification() (*Verification, error) {
	return dataOf[Verification](e, strings.HasPrefix(string(e.Type), "verification."))
}

// EndedCall is the data of CallEnded: a call of /v1.0.
func (e *Event) EndedCall() (*EndedCall, error) { return dataOf[EndedCall](e, e.Type == CallEnded) }

// LowBalance is the data of BalanceLow: how much money an account has left.
func (e *Event) LowBalance() (*LowBalance, error) { return dataOf[LowBalance](e, e.Type == BalanceLow) }

// PausedPrefix is the data of PrefixPaused: a service calls nobody there until somebody has looked.
func (e *Event) PausedPrefix() (*PausedPrefix, error) {
	return dataOf[PausedPrefix](e, e.Type == PrefixPaused)
}

func dataOf[Data any](e *Event, isOne bool) (*Data, error) {
	var data Data
	if !isOne {
		return nil, fmt.Errorf("ringkey: an event %q has no %T", e.Type, data)
	}
	return &data, json.Unmarshal(e.Data, &data)
}

// EndedCall is a call of /v1.0.
type EndedCall struct {
	VendorID int64 `json:"vendor_id"`
	// InitTime is when it began, in Unix seconds.
	InitTime int64 `json:"init_time"`
	// CallStatus is 0 when it failed and 1 when it was completed.
	CallStatus  int     `json:"call_status"`
	Unique      string  `json:"unique"`
	Client      string  `json:"client"`
	Phone       string  `json:"phone"`
	CountryCode string  `json:"country_code"`
	Cost        float64 `json:"cost"`
}

// LowBalance has amounts as decimal strings.
type LowBalance struct {
	AccountID int64  `json:"account_id"`
	Balance   string `json:"balance"`
	Threshold string `json:"threshold"`
	Currency  string `json:"currency"`
}

// PausedPrefix says where and why.
type PausedPrefix struct {
	ServiceID int64     `json:"service_id"`
	Prefix    string    `json:"prefix"`
	Reason    string    `json:"reason"`
	Calls     int       `json:"calls"`
	Expected  int       `json:"expected"`
	PausedAt  time.Time `json:"paused_at"`
}

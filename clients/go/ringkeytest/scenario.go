package ringkeytest

import (
	"time"

	ringkey "github.com/ringkey/ringkey/clients/go"
)

// scenario is what a test number plays. The service has the same table; a test compares what both answer.
type scenario struct {
	fails  bool
	reason string
	// unspoken is the reason of a voice call that fails unlike the others.
	unspoken string
	after    time.Duration
	// callsAfter is when the person calls after an inbound step has started; 0 when nobody does.
	callsAfter time.Duration
	isWithheld bool
	// code, status and rest are those of a refusal.
	code         string
	status, rest int
	// refusesCallsAlone: a request for a call from the person is not refused so.
	refusesCallsAlone bool
}

func (s scenario) outcome(mode ringkey.Mode) (completed bool, reason string) {
	switch {
	case s.reason == "answered" && mode != ringkey.Flash:
		return true, "spoken"
	case s.unspoken != "" && mode == ringkey.Voice:
		return false, s.unspoken
	}
	return !s.fails, s.reason
}

// scenarioOf: every number that is not in the table rings.
func scenarioOf(phone string) scenario {
	played := scenarios[phone]
	if played.reason == "" {
		played.reason = "rang"
	}
	if played.after == 0 {
		played.after = time.Second
	}
	switch {
	case played.callsAfter == 0:
		played.callsAfter = time.Second
	case played.callsAfter < 0:
		played.callsAfter = 0
	}
	return played
}

const nobodyCalls = -1

var scenarios = map[string]scenario{
	"79000000001": {reason: "test number"},
	"79000000002": {reason: "test number, unreachable", fails: true, callsAfter: nobodyCalls},
	"79000000101": {reason: "declined", unspoken: "declined"},
	"79000000102": {reason: "busy", fails: true},
	"79000000103": {reason: "unreachable", fails: true},
	"79000000104": {reason: "bad number", fails: true},
	"79000000105": {reason: "rang", unspoken: "not answered"},
	"79000000106": {reason: "answered"},
	"79000000107": {after: 8 * time.Second},
	"79000000108": {reason: "no response", fails: true},
	"79000000110": {code: "insufficient_funds", status: 402},
	"79000000111": {code: "spend_cap", status: 402, rest: 3_600},
	"79000000112": {code: "number_rests", status: 429, rest: 15, refusesCallsAlone: true},
	"79000000113": {code: "number_limit", status: 429, rest: 60, refusesCallsAlone: true},
	"79000000114": {code: "do_not_call", status: 403, refusesCallsAlone: true},
	"79000000115": {code: "prefix_paused", status: 403},
	"79000000116": {code: "country_not_allowed", status: 403},
	"79000000117": {code: "no_route", status: 503, rest: 1},
	"79000000118": {code: "overloaded", status: 503, rest: 1},
	"79000000121": {callsAfter: 20 * time.Second},
	"79000000122": {callsAfter: nobodyCalls},
	"79000000123": {isWithheld: true},
}

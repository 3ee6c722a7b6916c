// Package ringkeytest is a service of Ringkey in memory for your tests: New().Client(). It plays the scenario numbers.
package ringkeytest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	ringkey "github.com/ringkey/ringkey/clients/go"
)

const (
	address = "http://ringkey.test"
	key     = "test-key.1"
)

// never is later than anything that happens of itself.
var never = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Service answers as a service does. A request that waits moves its clock to the next change: no test has to sleep.
type Service struct {
	mutex    sync.Mutex
	now      time.Time
	kept     []*kept
	answered map[string]object
}

type object = map[string]any

// kept is a verification, and what happens next of itself.
type kept struct {
	scenario  scenario
	phone     string
	asked     ringkey.NewVerification
	expiresAt time.Time
	shown     object
	steps     []object
	dueAt     time.Time
	act       func()
}

// New makes a service without verifications.
func New() *Service {
	return &Service{now: time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC), answered: map[string]object{}}
}

// Client is a client of the service.
func (s *Service) Client() *ringkey.Client {
	client := ringkey.New(address, key)
	client.HTTP = &http.Client{Transport: s}
	client.Sleep = func(_ context.Context, pause time.Duration) error {
		s.Advance(pause)
		return nil
	}
	return client
}

// Now is the time of the service.
func (s *Service) Now() time.Time {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.now
}

// Advance lets time pass.
func (s *Service) Advance(passed time.Duration) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.until(s.now.Add(passed))
}

func (s *Service) until(end time.Time) {
	for {
		var first *kept
		for _, each := range s.kept {
			if first == nil || each.dueAt.Before(first.dueAt) {
				first = each
			}
		}
		if first == nil || first.dueAt.After(end) {
			break
		}
		s.now = first.dueAt
		first.act()
	}
	s.now = end
}

// RoundTrip answers a request, as an http.RoundTripper.
func (s *Service) RoundTrip(request *http.Request) (*http.Response, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var asked ringkey.NewVerification
	if request.Body != nil {
		if err := json.NewDecoder(request.Body).Decode(&asked); err != nil {
			return nil, err
		}
	}
	if request.Header.Get("Authorization") != "Bearer "+key {
		return problem("unauthorized", 401, 0), nil
	}
	return s.serve(request, asked), nil
}

func (s *Service) serve(request *http.Request, asked ringkey.NewVerification) *http.Response {
	query := request.URL.Query()
	phone := strings.TrimPrefix(asked.Phone, "+")
	switch request.URL.Path {
	case "/v2/verifications":
		if request.Method == http.MethodPost {
			return s.create(asked, request.Header.Get("Idempotency-Key"))
		}
		return s.page(func(each *kept) bool {
			status, client := query.Get("status"), query.Get("client")
			return (status == "" || each.shown["status"] == status) && (client == "" || each.asked.Client == client)
		})
	case "/v2/verifications/search":
		return s.page(func(each *kept) bool { return each.phone == phone })
	case "/v2/checks":
		for place := len(s.kept) - 1; place >= 0; place-- {
			if each := s.kept[place]; each.phone == phone && each.isPending() {
				return s.check(each, asked.Code)
			}
		}
		return problem("verification_not_found", 404, 0)
	}
	id, action, _ := strings.Cut(strings.TrimPrefix(request.URL.Path, "/v2/verifications/"), "/")
	for _, each := range s.kept {
		if each.shown["id"] != id {
			continue
		}
		switch action {
		case "":
			wait, _ := strconv.Atoi(query.Get("wait"))
			version, err := strconv.Atoi(query.Get("version"))
			if err != nil {
				version = each.version()
			}
			return s.read(each, time.Duration(wait)*time.Second, version)
		case "check":
			return s.check(each, asked.Code)
		case "next":
			return s.next(each)
		case "cancel":
			return s.cancel(each)
		}
	}
	return problem("verification_not_found", 404, 0)
}

func (s *Service) create(asked ringkey.NewVerification, idempotencyKey string) *http.Response {
	if before, isKnown := s.answered[idempotencyKey]; isKnown {
		return answer(201, before, 0)
	}
	phone := strings.TrimPrefix(asked.Phone, "+")
	played := scenarioOf(phone)
	if len(asked.Steps) == 0 {
		asked.Steps = []ringkey.NewStep{{Mode: ringkey.Flash}, {Mode: ringkey.Voice}}
	}
	isLet := played.refusesCallsAlone && asked.Steps[0].Mode == ringkey.Inbound
	if played.code != "" && !isLet {
		return problem(played.code, played.status, played.rest)
	}
	made := &kept{scenario: played, phone: phone, asked: asked, act: func() {}}
	made.expiresAt = s.now.Add(seconds(asked.ExpiresIn, 300))
	for _, step := range asked.Steps {
		made.steps = append(made.steps, object{"mode": step.Mode, "status": ringkey.Planned})
	}
	metadata := asked.Metadata
	if metadata == nil {
		metadata = map[string]string{}
	}
	made.shown = object{
		"id": fmt.Sprintf("vf_%032d", len(s.kept)+1), "version": 0, "status": "pending", "reason": nil, "test": true,
		"phone": phone[:4] + "***" + phone[len(phone)-4:], "country": "RU", "operator": "",
		"created_at": s.now, "expires_at": made.expiresAt, "attempts_left": or(asked.Attempts, 3), "currency": "RUB",
		"steps": made.steps, "hint": object{"code_length": or(asked.CodeLength, 4), "caller": nil}, "inbound": nil,
		"client": asked.Client, "metadata": metadata,
	}
	s.kept = append(s.kept, made)
	s.start(made)
	var told object
	text, _ := json.Marshal(made.shown)
	_ = json.Unmarshal(text, &told)
	if asked.ClientToken {
		told["client_token"] = fmt.Sprint("vt_", told["id"])
	}
	if idempotencyKey != "" {
		s.answered[idempotencyKey] = told
	}
	return answer(201, told, 0)
}

// start starts the next planned step, or ends what has none left.
func (s *Service) start(of *kept) {
	place := of.firstPlanned()
	if place < 0 {
		for _, step := range of.steps {
			if step["status"] == ringkey.Delivered {
				s.later(of, never, nil)
				return
			}
		}
		s.end(of, "failed", "not_reached")
		return
	}
	mode := of.asked.Steps[place].Mode
	of.grow()
	of.steps[place] = object{
		"mode": mode, "status": ringkey.Started, "reason": nil, "vendor_id": 100_000 + len(s.kept)*4 + place,
		"started_at": s.now, "ended_at": nil, "price": nil,
	}
	if mode == ringkey.Inbound {
		s.expect(of, place)
		return
	}
	completed, reason := of.scenario.outcome(mode)
	s.later(of, s.now.Add(of.scenario.after), func() {
		s.settle(of, place, completed, reason)
		switch {
		case reason == "bad number":
			s.end(of, "failed", "bad_number")
		case completed && of.firstPlanned() >= 0:
			s.later(of, s.now.Add(seconds(of.asked.Steps[place].Seconds, 20)), func() { s.start(of) })
		default:
			s.start(of)
		}
	})
}

// expect waits for the call of the person.
func (s *Service) expect(of *kept, place int) {
	endsAt := s.now.Add(seconds(of.asked.InboundExpiresIn, 120))
	const number = "+70000000001"
	of.shown["inbound"] = object{
		"number": number, "uri": "tel:" + number, "pretty": "+7 000 000-00-01", "expires_at": endsAt,
	}
	if of.scenario.callsAfter > 0 && !of.scenario.isWithheld {
		s.later(of, s.now.Add(of.scenario.callsAfter), func() {
			s.settle(of, place, true, "test number")
			s.end(of, "approved", nil)
		})
		return
	}
	s.later(of, endsAt, func() {
		of.shown["inbound"] = nil
		reason := "no result in time"
		if of.scenario.isWithheld {
			reason = "number withheld"
		}
		s.settle(of, place, false, reason)
		s.start(of)
	})
}

func (s *Service) later(of *kept, at time.Time, act func()) {
	of.dueAt, of.act = at, act
	if !at.Before(of.expiresAt) {
		of.dueAt, of.act = of.expiresAt, func() { s.end(of, "expired", "expired") }
	}
}

func (s *Service) settle(of *kept, place int, completed bool, reason string) {
	of.grow()
	step := of.steps[place]
	step["status"] = ringkey.Undelivered
	if completed {
		step["status"] = ringkey.Delivered
	}
	step["reason"], step["ended_at"], step["price"] = reason, s.now, "0.00"
}

func (s *Service) end(of *kept, status string, reason any) {
	for place, step := range of.steps {
		switch step["status"] {
		case ringkey.Started:
			stopped := "stopped"
			if step["mode"] == ringkey.Inbound {
				stopped = "canceled"
			}
			s.settle(of, place, false, stopped)
		case ringkey.Planned:
			of.steps[place] = object{"mode": step["mode"], "status": ringkey.Skipped, "reason": status}
		}
	}
	of.shown["status"], of.shown["reason"], of.shown["inbound"] = status, reason, nil
	of.grow()
	of.dueAt = never
}

func (s *Service) read(of *kept, wait time.Duration, version int) *http.Response {
	end := s.now.Add(wait)
	for of.isPending() && of.version() <= version && !of.dueAt.After(end) {
		s.until(of.dueAt)
	}
	if of.isPending() && of.version() <= version {
		s.until(end)
	}
	return answer(200, of.shown, 0)
}

func (s *Service) check(of *kept, code string) *http.Response {
	if !of.isPending() {
		return of.ended()
	}
	valid := code != "" && code == of.asked.Code
	if valid {
		for place := len(of.steps) - 1; place >= 0; place-- {
			status := of.steps[place]["status"]
			if status == ringkey.Started {
				s.settle(of, place, true, "code typed")
			}
			if status == ringkey.Started || status == ringkey.Delivered {
				break
			}
		}
		s.end(of, "approved", nil)
	} else if left := of.shown["attempts_left"].(int) - 1; left == 0 {
		of.shown["attempts_left"] = left
		s.end(of, "failed", "max_attempts")
	} else {
		of.shown["attempts_left"] = left
	}
	told := object{"valid": valid}
	for _, name := range []string{"status", "test", "attempts_left", "version"} {
		told[name] = of.shown[name]
	}
	return answer(200, told, 0)
}

func (s *Service) next(of *kept) *http.Response {
	if !of.isPending() {
		return of.ended()
	}
	for _, step := range of.steps {
		if step["status"] == ringkey.Started && step["mode"] != ringkey.Inbound {
			return problem("step_in_progress", 409, 0)
		}
	}
	if of.firstPlanned() < 0 {
		return problem("no_step_left", 409, 0)
	}
	s.start(of)
	return answer(200, of.shown, 0)
}

func (s *Service) cancel(of *kept) *http.Response {
	if of.isPending() {
		s.end(of, "canceled", "canceled")
	}
	if of.shown["status"] != "canceled" {
		return of.ended()
	}
	return answer(200, of.shown, 0)
}

func (s *Service) page(fits func(*kept) bool) *http.Response {
	found := []object{}
	for place := len(s.kept) - 1; place >= 0; place-- {
		if fits(s.kept[place]) {
			found = append(found, s.kept[place].shown)
		}
	}
	return answer(200, object{"verifications": found, "next_cursor": nil}, 0)
}

func (of *kept) isPending() bool { return of.shown["status"] == "pending" }
func (of *kept) version() int    { return of.shown["version"].(int) }
func (of *kept) grow()           { of.shown["version"] = of.version() + 1 }

func (of *kept) firstPlanned() int {
	for place, step := range of.steps {
		if step["status"] == ringkey.Planned {
			return place
		}
	}
	return -1
}

func (of *kept) ended() *http.Response { return problem("verification_ended", 409, 0) }

func seconds(given, otherwise int) time.Duration {
	return time.Duration(or(given, otherwise)) * time.Second
}

func or(given, otherwise int) int {
	if given == 0 {
		return otherwise
	}
	return given
}

func problem(code string, status, rest int) *http.Response {
	told := object{
		"type": address + "/docs/errors/" + code, "title": code, "status": status, "detail": code, "code": code,
	}
	return answer(status, told, rest)
}

func answer(status int, told object, rest int) *http.Response {
	text, err := json.Marshal(told)
	if err != nil {
		panic(err)
	}
	header := http.Header{}
	if rest > 0 {
		header.Set("Retry-After", strconv.Itoa(rest))
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(bytes.NewReader(text))}
}

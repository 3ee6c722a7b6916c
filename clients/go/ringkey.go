// Package ringkey confirms phone numbers by a call, with a service of Ringkey.
package ringkey

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// version of this package.
const version = "0.1.0"

// longWait is how long one request waits for a change.
const longWait = 25 * time.Second

// Client speaks to one service of Ringkey. Goroutines may share it.
type Client struct {
	// HTTP sends the requests; http.DefaultClient unless it is set.
	HTTP *http.Client
	// Timeout of one request, besides the time that it asked to wait.
	Timeout time.Duration
	// Retries of requests that are safe to repeat.
	Retries int
	// OnTry is called after each request, for logs; it may be nil.
	OnTry func(Try)
	// Sleep is the pause before a retry.
	Sleep func(context.Context, time.Duration) error

	url, key string
}

// New makes a client. The key is SECRET_KEY.SERVICE_ID.
func New(url, key string) *Client {
	return &Client{
		HTTP:    http.DefaultClient,
		Timeout: 10 * time.Second,
		Retries: 2,
		Sleep:   sleep,
		url:     strings.TrimRight(url, "/"),
		key:     key,
	}
}

// Create starts a verification. Its idempotency key makes it safe to repeat.
func (c *Client) Create(ctx context.Context, request NewVerification) (*Verification, error) {
	key := request.IdempotencyKey
	if key == "" {
		drawn := make([]byte, 16)
		if _, err := rand.Read(drawn); err != nil {
			return nil, err
		}
		key = hex.EncodeToString(drawn)
	}
	var created Verification
	return &created, c.send(ctx, asked{
		verb: http.MethodPost, path: "/v2/verifications", body: request, key: key, isSafe: true,
	}, &created)
}

// Reading says how Read reads.
type Reading struct {
	// Wait is how long the answer may take, in whole seconds up to 55: it comes at the next change.
	Wait time.Duration
	// Version of what is known: with a newer one the answer comes at once.
	Version int
	// QR is "svg" for the link of an inbound step as an image.
	QR string
}

// Read reads a verification; at most one Reading says how.
func (c *Client) Read(ctx context.Context, id string, how ...Reading) (*Verification, error) {
	query := url.Values{}
	var wait time.Duration
	for _, each := range how {
		if wait = each.Wait; wait > 0 {
			query.Set("wait", strconv.Itoa(int(wait/time.Second)))
		}
		if each.Version > 0 {
			query.Set("version", strconv.Itoa(each.Version))
		}
		if each.QR != "" {
			query.Set("qr", each.QR)
		}
	}
	path := pathOf(id)
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	var found Verification
	return &found, c.send(ctx, asked{verb: http.MethodGet, path: path, wait: wait, isSafe: true}, &found)
}

// WaitForEnd waits until the verification is no longer pending: it is approved, or failed, expired, and so on.
func (c *Client) WaitForEnd(ctx context.Context, id string) (*Verification, error) {
	found, err := c.Read(ctx, id)
	for err == nil && found.Status == Pending {
		found, err = c.Read(ctx, id, Reading{Wait: longWait, Version: found.Version})
	}
	return found, err
}

// Check compares a code. It is not repeated by itself: a wrong code counts.
func (c *Client) Check(ctx context.Context, id, code string) (*CheckResult, error) {
	return c.check(ctx, pathOf(id)+"/check", map[string]string{"code": code})
}

// CheckPhone compares a code for the newest pending verification of the phone.
func (c *Client) CheckPhone(ctx context.Context, phone, code string) (*CheckResult, error) {
	return c.check(ctx, "/v2/checks", map[string]string{"phone": phone, "code": code})
}

func (c *Client) check(ctx context.Context, path string, body map[string]string) (*CheckResult, error) {
	var result CheckResult
	return &result, c.send(ctx, asked{verb: http.MethodPost, path: path, body: body}, &result)
}

// Next starts the next step now.
func (c *Client) Next(ctx context.Context, id string) (*Verification, error) {
	var found Verification
	return &found, c.send(ctx, asked{verb: http.MethodPost, path: pathOf(id) + "/next"}, &found)
}

// Cancel ends a verification; a ringing call is hung up.
func (c *Client) Cancel(ctx context.Context, id string) (*Verification, error) {
	var found Verification
	return &found, c.send(ctx, asked{verb: http.MethodPost, path: pathOf(id) + "/cancel", isSafe: true}, &found)
}

// Filter says which verifications to list; an empty member means any.
type Filter struct {
	Status Status
	Client string
}

// List calls visit for each verification, newest first, and reads further pages as it goes on. An error of visit ends it.
func (c *Client) List(ctx context.Context, filter Filter, visit func(*Verification) error) error {
	query := url.Values{"limit": {"100"}}
	for name, value := range map[string]string{"status": string(filter.Status), "client": filter.Client} {
		if value != "" {
			query.Set(name, value)
		}
	}
	for {
		var page struct {
			Verifications []*Verification `json:"verifications"`
			NextCursor    *string         `json:"next_cursor"`
		}
		path := "/v2/verifications?" + query.Encode()
		if err := c.send(ctx, asked{verb: http.MethodGet, path: path, isSafe: true}, &page); err != nil {
			return err
		}
		for _, each := range page.Verifications {
			if err := visit(each); err != nil {
				return err
			}
		}
		if page.NextCursor == nil {
			return nil
		}
		query.Set("cursor", *page.NextCursor)
	}
}

// Do sends any other request, such as a method of /v1.0, once, and decodes the answer.
func (c *Client) Do(ctx context.Context, verb, path string, body, answer any) error {
	return c.send(ctx, asked{verb: verb, path: path, body: body}, answer)
}

func pathOf(id string) string { return "/v2/verifications/" + url.PathEscape(id) }

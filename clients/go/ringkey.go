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

// waitSeconds is how long one request waits for a change.
const waitSeconds = 25

// Client speaks to one service of Ringkey. Goroutines may share it.
type Client struct {
	// HTTP sends the requests; http.DefaultClient unless it is set.
	HTTP *http.Client
	// Timeout of one request, besides the time that it asked to wait.
	Timeout time.Duration

	url, key string
	sleep    func(context.Context, time.Duration) error
}

// New makes a client. The key is SECRET_KEY.SERVICE_ID.
func New(url, key string) *Client {
	return &Client{
		HTTP:    http.DefaultClient,
		Timeout: 10 * time.Second,
		url:     strings.TrimRight(url, "/"),
		key:     key,
		sleep:   sleep,
	}
}

// Create starts a verification. An idempotency key makes it safe to repeat.
func (c *Client) Create(ctx context.Context, request NewVerification) (*Verification, error) {
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		return nil, err
	}
	var created Verification
	return &created, c.send(ctx, asked{
		verb: http.MethodPost, path: "/v2/verifications", body: request, key: hex.EncodeToString(key), isSafe: true,
	}, &created)
}

// Read reads a verification.
func (c *Client) Read(ctx context.Context, id string) (*Verification, error) {
	return c.read(ctx, id, 0, "")
}

// WaitForEnd waits until the verification is no longer pending: it is approved, or failed, expired, and so on.
func (c *Client) WaitForEnd(ctx context.Context, id string) (*Verification, error) {
	found, err := c.Read(ctx, id)
	for err == nil && found.Status == "pending" {
		query := url.Values{"wait": {strconv.Itoa(waitSeconds)}, "version": {strconv.Itoa(found.Version)}}
		found, err = c.read(ctx, id, waitSeconds*time.Second, "?"+query.Encode())
	}
	return found, err
}

func (c *Client) read(ctx context.Context, id string, wait time.Duration, query string) (*Verification, error) {
	var found Verification
	return &found, c.send(ctx, asked{verb: http.MethodGet, path: pathOf(id) + query, wait: wait, isSafe: true}, &found)
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
type Filter struct{ Status, Client string }

// List calls visit for each verification, newest first, and reads further pages as it goes on. An error of visit ends it.
func (c *Client) List(ctx context.Context, filter Filter, visit func(*Verification) error) error {
	query := url.Values{"limit": {"100"}}
	for name, value := range map[string]string{"status": filter.Status, "client": filter.Client} {
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

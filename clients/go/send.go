package ringkey

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Error is a refusal of the service, or no answer from it. /docs/errors/CODE explains each code.
type Error struct {
	Code    string
	Message string
	// Status of HTTP; 0 without an answer.
	Status int
	// RetryAfter is 0 when waiting does not help, or nobody knows.
	RetryAfter time.Duration
	// RequestID is for the operator of the service.
	RequestID string
	cause     error
}

func (e *Error) Error() string { return e.Code + ": " + e.Message }

// Unwrap returns why there was no answer.
func (e *Error) Unwrap() error { return e.cause }

// Try is a request and what came of it, for logs: it has neither the key, nor a phone, nor a code.
type Try struct {
	Verb string
	// Path is without its query.
	Path string
	// Status of HTTP; 0 without an answer.
	Status int
	// Code of the refusal; empty without one.
	Code string
	Took time.Duration
	// RequestID is for the operator of the service.
	RequestID string
	// Repeats says that the request is sent once more, after Pause.
	Repeats bool
	Pause   time.Duration
}

const (
	firstPause = 300 * time.Millisecond
	// A rest that is longer is left to the caller.
	longestPause = 5 * time.Second
	maxAnswer    = 16 << 20
)

// asked is one request.
type asked struct {
	verb, path, key string
	body            any
	// wait is how long the service was asked to wait.
	wait time.Duration
	// isSafe: doing it twice does what doing it once does.
	isSafe bool
}

func (c *Client) send(ctx context.Context, request asked, answer any) error {
	for tries := 0; ; tries++ {
		began := time.Now()
		path, _, _ := strings.Cut(request.path, "?")
		try := Try{Verb: request.verb, Path: path}
		err := c.once(ctx, request, answer, &try)
		try.Took = time.Since(began)
		var refused *Error
		if errors.As(err, &refused) {
			pause := refused.RetryAfter
			if pause == 0 {
				pause = firstPause << tries
			}
			isHopeless := !isTemporary(refused.Status) || pause > longestPause || ctx.Err() != nil
			try.Code = refused.Code
			if try.Repeats = request.isSafe && !isHopeless && tries < c.Retries; try.Repeats {
				try.Pause = pause
			}
		}
		if c.OnTry != nil {
			c.OnTry(try)
		}
		if !try.Repeats {
			return err
		}
		if stopped := c.Sleep(ctx, try.Pause); stopped != nil {
			return stopped
		}
	}
}

// isTemporary: nothing was done, or nobody knows, and the same request may succeed.
func isTemporary(status int) bool {
	return status == 0 || status == http.StatusTooManyRequests || (status >= 502 && status <= 504)
}

func (c *Client) once(ctx context.Context, request asked, answer any, try *Try) error {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout+request.wait)
	defer cancel()
	var body io.Reader
	if request.body != nil {
		written, err := json.Marshal(request.body)
		if err != nil {
			return err
		}
		body = bytes.NewReader(written)
	}
	sent, err := http.NewRequestWithContext(ctx, request.verb, c.url+request.path, body)
	if err != nil {
		return err
	}
	sent.Header.Set("Authorization", "Bearer "+c.key)
	sent.Header.Set("User-Agent", "ringkey-go/"+version)
	if body != nil {
		sent.Header.Set("Content-Type", "application/json")
	}
	if request.key != "" {
		sent.Header.Set("Idempotency-Key", request.key)
	}
	// Followed, a POST would become a GET: a creation would answer a list.
	client := *c.HTTP
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := client.Do(sent)
	if err != nil {
		return &Error{Code: "no_answer", Message: err.Error(), cause: err}
	}
	defer response.Body.Close()
	try.Status, try.RequestID = response.StatusCode, response.Header.Get("X-Request-Id")
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return &Error{Code: "no_answer", Message: err.Error(), cause: err}
	}
	if response.StatusCode >= 300 || isFailure(request.path, text) {
		return refusal(response, text)
	}
	return json.Unmarshal(text, answer)
}

// isFailure: an error of /v1.0 may come with HTTP 200.
func isFailure(path string, text []byte) bool {
	var answer struct {
		Status *bool `json:"status"`
	}
	return strings.HasPrefix(path, "/v1.0/") && json.Unmarshal(text, &answer) == nil &&
		answer.Status != nil && !*answer.Status
}

func refusal(response *http.Response, text []byte) *Error {
	// A code of /v1.0 is a number, and its text is in error.
	var problem struct {
		Code   any    `json:"code"`
		Detail string `json:"detail"`
		Error  string `json:"error"`
		Errors []struct{ Pointer, Expected string }
	}
	refused := &Error{Status: response.StatusCode, RequestID: response.Header.Get("X-Request-Id")}
	if json.Unmarshal(text, &problem) != nil || problem.Code == nil {
		refused.Code, refused.Message = "no_answer", "an answer that is none of Ringkey: is the address right?"
		return refused
	}
	refused.Code, refused.Message = fmt.Sprint(problem.Code), problem.Detail+problem.Error
	for _, each := range problem.Errors {
		refused.Message += fmt.Sprintf(" %s: expected %s.", each.Pointer, each.Expected)
	}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
		refused.RetryAfter = time.Duration(seconds) * time.Second
	}
	return refused
}

func sleep(ctx context.Context, pause time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pause):
		return nil
	}
}

package ringkey

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// VerifyWebhook checks the signature (Standard Webhooks) and the time of the raw body, and returns the event. What is
// not signed rightly is an *Error bad_signature: answer it with 401.
func VerifyWebhook(body []byte, header http.Header, secret string) (*Event, error) {
	if secret == "" {
		return nil, errors.New("ringkey: the secret is missing: expected whsec_…, as the cabinet shows it")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	// Anybody can sign with an empty key.
	if err != nil || len(key) == 0 {
		return nil, errors.New("ringkey: the secret is not one: expected whsec_…, as the cabinet shows it")
	}
	id, stamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if age := time.Since(time.Unix(seconds, 0)); err != nil || age > tolerance || age < -tolerance {
		return nil, &Error{Code: "bad_signature", Message: "its time is not now", Status: 401}
	}
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(id + "." + stamp + "."))
	sum.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(sum.Sum(nil)))
	for _, each := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(each)) {
			var event Event
			return &event, json.Unmarshal(body, &event)
		}
	}
	return nil, &Error{Code: "bad_signature", Message: "no signature fits", Status: 401}
}

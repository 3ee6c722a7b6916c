package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	ringkey "github.com/ringkey/ringkey/clients/go"
)

func need[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func refusal[T any](_ T, err error) *ringkey.Error {
	var refused *ringkey.Error
	if !errors.As(err, &refused) {
		log.Fatal("not refused: ", err)
	}
	return refused
}

func truth(is bool) string { return strings.ToUpper(fmt.Sprint(is)[:1]) + fmt.Sprint(is)[1:] }

func main() {
	ctx := context.Background()
	client := ringkey.New(os.Getenv("RINGKEY_URL"), os.Getenv("RINGKEY_KEY"))
	create := func(phone string, mode ringkey.Mode) *ringkey.Verification {
		return need(client.Create(ctx, ringkey.NewVerification{
			Phone: phone, Steps: []ringkey.NewStep{{Mode: mode}}, Client: "exercise",
		}))
	}
	busy := need(client.WaitForEnd(ctx, create("+79000000102", ringkey.Flash).ID))
	fmt.Println("busy", busy.Reason)
	if step := busy.Steps[0]; !step.EndedAt.After(*step.StartedAt) || step.Status != ringkey.Undelivered {
		log.Fatal("the step has no start or no end: ", step)
	}
	fmt.Println("inbound", need(client.WaitForEnd(ctx, create("+79000000120", "inbound").ID)).Status)
	count := 0
	need(0, client.List(ctx, ringkey.Filter{Client: "exercise"}, func(*ringkey.Verification) error {
		count++
		return nil
	}))
	fmt.Println("listed", count, count)
	typed := need(client.Create(ctx, ringkey.NewVerification{Phone: "+79000000100", Code: "4321"}))
	fmt.Println("wrong code", need(client.Check(ctx, typed.ID, "1111")).AttemptsLeft)
	fmt.Println("checked", need(client.CheckPhone(ctx, "+79000000100", "4321")).Status)
	asked := need(client.Create(ctx, ringkey.NewVerification{
		Phone:   "+79000000106",
		Steps:   []ringkey.NewStep{{Mode: "voice", Confirm: "key"}},
		Consent: &ringkey.Consent{At: time.Unix(1768478400, 1), Text: "I agree"},
	}))
	mine := ringkey.NewVerification{
		Phone: "+79000000122", Steps: []ringkey.NewStep{{Mode: ringkey.Inbound}}, IdempotencyKey: "mine",
	}
	own := need(client.Create(ctx, mine))
	fmt.Println("own key", truth(own.ID == need(client.Create(ctx, mine)).ID))
	read := need(client.Read(ctx, own.ID, ringkey.Reading{QR: "svg"}))
	fmt.Println("qr", truth(strings.HasPrefix(read.Inbound.QR, "<svg")))
	fmt.Println("key", len(asked.Hint.Key))
	fmt.Println("ended", refusal(client.Cancel(ctx, typed.ID)).Code)
	poor := refusal(client.Create(ctx, ringkey.NewVerification{Phone: "+79000000110"}))
	fmt.Println("refused", poor.Code, poor.Status, truth(poor.RequestID != ""))
	wrong := refusal(client.Create(ctx, ringkey.NewVerification{Phone: "12"}))
	fmt.Println("wrong", truth(strings.Contains(wrong.Error(), "/phone")))
	var started struct{ Status bool }
	call := func(phone string) error {
		return client.Do(ctx, http.MethodPost, "/v1.0/initCall", map[string]string{"phone": phone}, &started)
	}
	need(0, call("79000000100"))
	fmt.Println("v1", truth(started.Status))
	fmt.Println("v1 refused", refusal(0, call("79000000110")).Code)
	scripted := ringkey.New(os.Getenv("SCRIPTED_URL"), "k.1")
	fmt.Println("repeated", need(scripted.Create(ctx, ringkey.NewVerification{Phone: "+7"})).ID)
	fmt.Println("not repeated", refusal(scripted.Check(ctx, "vf_2", "1")).Code)
	once := map[string]string{"phone": "79161234567"}
	fmt.Println("posted once", refusal(0, scripted.Do(ctx, "POST", "/v1.0/initCall", once, &started)).Code)
	fmt.Println("told with HTTP 200", refusal(0, scripted.Do(ctx, "POST", "/v1.0/initCall", once, &started)).Code)
	moved := refusal(scripted.Check(ctx, "vf_3", "1"))
	fmt.Println("moved", moved.Code, moved.Status)
	fmt.Println("cut off", refusal(scripted.Check(ctx, "vf_3", "1")).Code)
	header := http.Header{}
	for _, name := range []string{"Id", "Timestamp", "Signature"} {
		header.Set("Webhook-"+name, os.Getenv("WEBHOOK_"+strings.ToUpper(name)))
	}
	body := os.Getenv("WEBHOOK_BODY")
	fmt.Println("webhook", need(ringkey.VerifyWebhook([]byte(body), header, os.Getenv("WEBHOOK_SECRET"))).Type)
	fmt.Println("webhook", refusal(ringkey.VerifyWebhook([]byte(body+" "), header, os.Getenv("WEBHOOK_SECRET"))).Code)
	_, err := ringkey.VerifyWebhook([]byte(body), header, os.Getenv("NO_SECRET"))
	fmt.Println(strings.TrimPrefix(err.Error(), "ringkey: "))
	seen := []any{"tries"}
	nobody := ringkey.New("http://127.0.0.1:9", "k.1")
	nobody.Retries = 1
	nobody.Sleep = func(context.Context, time.Duration) error { return nil }
	nobody.OnTry = func(each ringkey.Try) {
		seen = append(seen, each.Verb, each.Path, each.Status, each.Code, truth(each.Repeats))
	}
	refusal(nobody.Read(ctx, "vf_1", ringkey.Reading{Wait: time.Second}))
	fmt.Println(seen...)
	var event ringkey.Event
	told := `{"type": "verification.approved", "data": {"status": "approved", "version": 7}}`
	need(0, json.Unmarshal([]byte(told), &event))
	approved := need(event.Verification())
	_, err = event.LowBalance()
	fmt.Println("event", event.Type == ringkey.VerificationApproved, approved.Status, approved.Version, err)
	event = ringkey.Event{Type: ringkey.BalanceLow, Data: []byte(`{"account_id": 3, "balance": "9.50"}`)}
	fmt.Println("event", need(event.LowBalance()).Balance)
}

package main

import (
	"context"
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
	create := func(phone, mode string) *ringkey.Verification {
		return need(client.Create(ctx, ringkey.NewVerification{
			Phone: phone, Steps: []ringkey.NewStep{{Mode: mode}}, Client: "exercise",
		}))
	}
	fmt.Println("busy", need(client.WaitForEnd(ctx, create("+79000000102", "flash").ID)).Reason)
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
}

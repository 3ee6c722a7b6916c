package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	ringkey "github.com/ringkey/ringkey/clients/go"
	"github.com/ringkey/ringkey/clients/go/ringkeytest"
)

var ctx = context.Background()

func need[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func orNull[T comparable](value T) any {
	var zero T
	if value == zero {
		return nil
	}
	return value
}

func told(shown *ringkey.Verification) []any {
	steps := []any{}
	for _, step := range shown.Steps {
		steps = append(steps, []any{step.Mode, step.Status, orNull(step.Reason)})
	}
	return []any{shown.Status, orNull(shown.Reason), steps}
}

func refused[T any](_ T, err error) []any {
	var refusal *ringkey.Error
	if !errors.As(err, &refusal) {
		return nil
	}
	return []any{refusal.Code, refusal.Status, orNull(int(refusal.RetryAfter.Seconds()))}
}

func say(words ...any) { fmt.Println(string(need(json.Marshal(words)))) }

func with(first any, more ...any) []any { return append([]any{first}, more...) }

func main() {
	service := ringkeytest.New()
	client := service.Client()
	client.Retries = 0
	var scenarios [][2]json.RawMessage
	need(0, json.Unmarshal([]byte(os.Getenv("SCENARIOS")), &scenarios))
	var pending []string
	for _, each := range scenarios {
		var phone string
		var plan []ringkey.Mode
		need(0, json.Unmarshal(each[0], &phone))
		need(0, json.Unmarshal(each[1], &plan))
		asked := ringkey.NewVerification{Phone: phone, Code: "4321"}
		for _, mode := range plan {
			asked.Steps = append(asked.Steps, ringkey.NewStep{Mode: mode, Seconds: 60})
		}
		created, err := client.Create(ctx, asked)
		if err != nil {
			say(append([]any{phone, plan}, refused(created, err)...)...)
			continue
		}
		pending = append(pending, created.ID)
	}
	var moments []int
	need(0, json.Unmarshal([]byte(os.Getenv("MOMENTS")), &moments))
	for _, seconds := range moments {
		service.Advance(time.Duration(seconds) * time.Second)
		for _, id := range pending {
			say(told(need(client.Read(ctx, id)))...)
		}
	}

	service = ringkeytest.New()
	client = service.Client()
	const phone = "+79000000100"
	asked := ringkey.NewVerification{Phone: phone, Code: "4321", Client: "anna", IdempotencyKey: "one"}
	first, again := need(client.Create(ctx, asked)), need(client.Create(ctx, asked))
	say("again", first.ID == again.ID, need(client.Check(ctx, first.ID, "1111")).AttemptsLeft)
	say(with("next", refused(client.Next(ctx, first.ID))...)...)
	say("canceled", need(client.Cancel(ctx, first.ID)).Status, need(client.Cancel(ctx, first.ID)).Status)
	say(with("ended", refused(client.Check(ctx, first.ID, "4321"))...)...)
	asked.IdempotencyKey, asked.Steps = "", []ringkey.NewStep{{Mode: ringkey.Inbound}, {Mode: ringkey.Voice}}
	second := need(client.Create(ctx, asked)).ID
	say(with("next", told(need(client.Next(ctx, second)))...)...)
	approved := need(client.CheckPhone(ctx, phone, "4321")).Status
	say(append([]any{"approved", approved}, told(need(client.Read(ctx, second)))...)...)
	listed := func(filter ringkey.Filter) []string {
		ids := []string{}
		need(0, client.List(ctx, filter, func(each *ringkey.Verification) error {
			ids = append(ids, each.ID)
			return nil
		}))
		return ids
	}
	say("listed", listed(ringkey.Filter{Client: "anna"}), len(listed(ringkey.Filter{Status: ringkey.Pending})))
	say(with("unknown", refused(client.Read(ctx, "vf_1"))...)...)
	began := service.Now()
	passed := func() int64 { return service.Now().Sub(began).Milliseconds() }
	flash := []ringkey.NewStep{{Mode: ringkey.Flash}}
	third := need(client.Create(ctx, ringkey.NewVerification{Phone: phone, Steps: flash, ExpiresIn: 60, Attempts: 1}))
	ended := need(client.WaitForEnd(ctx, third.ID))
	say(with("expired", append(told(ended), passed())...)...)
	fourth := need(client.Create(ctx, ringkey.NewVerification{Phone: "+79000000107", Steps: flash, Attempts: 1}))
	wrong := need(client.Check(ctx, fourth.ID, "1")).Status
	say(append([]any{"typed wrong", wrong}, told(need(client.Read(ctx, fourth.ID)))...)...)
	rests := refused(client.Create(ctx, ringkey.NewVerification{Phone: "+79000000117"}))
	say(with("rests", append(rests, passed())...)...)
}

import { type Access, testNumber } from '@ringkey/server/snippets/request'

/** gofmt sorts imports. */
const head = (packages: readonly string[]) => `package main

import (
${[...new Set([...packages, ...packagesOfAll])]
  .sort()
  .map((name) => `\t"${name}"\n`)
  .join('')})
`

const packagesOfAll = ['bytes', 'encoding/json', 'fmt', 'log', 'net/http', 'time']

const ask = (access: Access) => `
const url = "${access.url}/v1.0"

var client = &http.Client{Timeout: 10 * time.Second}

func ask(method string, parameters map[string]any) (map[string]any, error) {
	body, err := json.Marshal(parameters)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest("POST", url+"/"+method, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer ${access.secretKey}.${access.serviceId}")
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	decoder := json.NewDecoder(response.Body)
	decoder.UseNumber() // ids keep all their digits
	var answer map[string]any
	if err := decoder.Decode(&answer); err != nil {
		return nil, err
	}
	// First of all: an error has a code too.
	if answer["status"] == false {
		return nil, fmt.Errorf("%v: %v", answer["code"], answer["error"])
	}
	return answer, nil
}
`

const orExit = `	if err != nil {
		log.Fatal(err)
	}
`

export const goOf = {
  call: (access: Access) => `${head(['crypto/rand'])}${ask(access)}
func main() {
	// Send the same unique again when no answer came: nobody is called or charged twice.
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		log.Fatal(err)
	}
	started, err := ask("initCall", map[string]any{"phone": "${testNumber}", "unique": fmt.Sprintf("%x", key)})
${orExit}	fmt.Println(started["vendor_id"], started["code"])
}
`,
  inbound: (
    access: Access,
  ) => `${head(['crypto/hmac', 'crypto/sha256', 'encoding/base64', 'io', 'os', 'strconv', 'strings'])}${ask(access)}
// The webhook secret of the service: WEBHOOK_SECRET=whsec_…
var key, _ = base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))

func isSigned(header http.Header, body []byte) bool {
	stamp := header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("webhook-id") + "." + stamp + "."))
	mac.Write(body)
	signed := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), []byte(signed)) {
			return true
		}
	}
	return false
}

func receive(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil || !isSigned(request.Header, body) {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	var call struct{ CallId string }
	if err := json.Unmarshal(body, &call); err != nil {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	fmt.Println("confirmed", call.CallId)
	response.WriteHeader(http.StatusNoContent)
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func main() {
	if len(key) == 0 { // Anybody can sign with an empty key.
		fmt.Println("WEBHOOK_SECRET is not set")
		os.Exit(1)
	}
	http.HandleFunc("/", receive)
	go func() { log.Fatal(http.ListenAndServe(":"+setting("PORT", "3000"), nil)) }()
	waiting, err := ask("inboundCallWaiting", map[string]any{
		"phone":        "${testNumber}",
		"callback_url": setting("CALLBACK_URL", "https://YOUR_SERVER/hook"),
	})
${orExit}	fmt.Println("ask the user to call", waiting["confirmation_number"])
	select {} // serve for ever
}
`,
}

import { type Access, testNumber } from './request.ts'

/**
 * Login by call with `/v2`: create, wait until the phone was reached, check what the person types. The phone is the first
 * argument of the program, the code comes from the terminal.
 */

const typescript = ({ url, secretKey, serviceId }: Access) => `import { createInterface } from 'node:readline'

async function ask(path: string, body?: object) {
  const response = await fetch(\`${url}/v2/verifications\${path}\`, {
    headers: { Authorization: 'Bearer ${secretKey}.${serviceId}', 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(\`\${answer.code}: \${answer.detail}\`)
  return answer
}

let { id, version, status, steps } = await ask('', { phone: process.argv[2] })
while (status === 'pending' && !steps.some((step) => step.status === 'delivered'))
  ({ version, status, steps } = await ask(\`/\${id}?wait=25&version=\${version}\`))
const lines = createInterface(process.stdin)[Symbol.asyncIterator]()
while (status === 'pending') {
  process.stdout.write('Code: ')
  ;({ status } = await ask(\`/\${id}/check\`, { code: (await lines.next()).value }))
}
console.log(status)
process.exit()
`

const python = ({ url, secretKey, serviceId }: Access) => `import json, sys, urllib.error, urllib.request


def ask(path, body=None):
    headers = {"Authorization": "Bearer ${secretKey}.${serviceId}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request("${url}/v2/verifications" + path, data, headers)
    try:
        return json.load(urllib.request.urlopen(request, timeout=60))
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        sys.exit(f"{problem['code']}: {problem['detail']}")


found = ask("", {"phone": sys.argv[1]})
path, status = "/" + found["id"], found["status"]
while status == "pending" and all(step["status"] != "delivered" for step in found["steps"]):
    found = ask(f"{path}?wait=25&version={found['version']}")
    status = found["status"]
while status == "pending":
    status = ask(path + "/check", {"code": input("Code: ")})["status"]
print(status)
`

const php = ({ url, secretKey, serviceId }: Access) => `<?php
function ask(string $path, ?array $body = null): array
{
    $answer = json_decode(file_get_contents('${url}/v2/verifications' . $path, false, stream_context_create(['http' => [
        'method' => $body === null ? 'GET' : 'POST',
        'header' => ['Authorization: Bearer ${secretKey}.${serviceId}', 'Content-Type: application/json'],
        'content' => $body === null ? '' : json_encode($body),
        'ignore_errors' => true,
        'timeout' => 60,
    ]])), true);
    return isset($answer['detail']) ? exit("{$answer['code']}: {$answer['detail']}\\n") : $answer;
}

$found = ask('', ['phone' => $argv[1]]);
['id' => $id, 'status' => $status] = $found;
while ($status === 'pending' && !in_array('delivered', array_column($found['steps'], 'status'))) {
    $found = ask("/$id?wait=25&version={$found['version']}");
    $status = $found['status'];
}
for (; $status === 'pending'; $status = ask("/$id/check", ['code' => trim(fgets(STDIN))])['status']) echo 'Code: ';
echo "$status\\n";
`

const go = ({ url, secretKey, serviceId }: Access) => `package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
)

type answer struct {
	ID, Status, Code, Detail string
	Version                  int
	Steps                    []map[string]any
}

func ask(verb, path, body string) (a answer) {
	request, _ := http.NewRequest(verb, "${url}/v2/verifications"+path, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer ${secretKey}.${serviceId}")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if json.NewDecoder(response.Body).Decode(&a); response.StatusCode >= 300 {
		log.Fatal(a.Code, ": ", a.Detail)
	}
	return a
}

func main() {
	found := ask("POST", "", fmt.Sprintf(\`{"phone": %q}\`, os.Args[1]))
	id, status, reached := found.ID, found.Status, false
	for status == "pending" && !reached {
		found = ask("GET", fmt.Sprintf("/%s?wait=25&version=%d", id, found.Version), "")
		for status = found.Status; len(found.Steps) > 0; found.Steps = found.Steps[1:] {
			reached = reached || found.Steps[0]["status"] == "delivered"
		}
	}
	for status == "pending" {
		var code string
		fmt.Print("Code: ")
		fmt.Scanln(&code)
		status = ask("POST", "/"+id+"/check", fmt.Sprintf(\`{"code": %q}\`, code)).Status
	}
	fmt.Println(status)
}
`

const curl = ({
  url,
  secretKey,
  serviceId,
}: Access) => `curl ${url}/v2/verifications -H 'Authorization: Bearer ${secretKey}.${serviceId}' \\
  -H 'Content-Type: application/json' -d '{"phone": "+${testNumber}", "code": "4321"}'
curl '${url}/v2/verifications/vf_…?wait=25' -H 'Authorization: Bearer ${secretKey}.${serviceId}'
curl ${url}/v2/verifications/vf_…/check -H 'Authorization: Bearer ${secretKey}.${serviceId}' \\
  -H 'Content-Type: application/json' -d '{"code": "4321"}'
`

/** The same programs in the documents and in the cabinet. */
export function loginPrograms(
  access: Access,
): readonly { readonly language: string; readonly program: string }[] {
  return [
    { language: 'curl', program: curl(access) },
    { language: 'TypeScript', program: typescript(access) },
    { language: 'Python', program: python(access) },
    { language: 'PHP', program: php(access) },
    { language: 'Go', program: go(access) },
  ]
}

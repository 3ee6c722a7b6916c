import { type Access, testNumber } from './access.ts'

/** Any method of `/v2` as a program that prints the answer. */

export interface V2Request {
  readonly verb: 'GET' | 'POST'
  /** With the query. */
  readonly path: string
  /** JSON; "" for a GET. */
  readonly body: string
  /** Whether it takes an Idempotency-Key. */
  readonly isIdempotent: boolean
}

type Writer = (access: Access, request: V2Request) => string

const bearer = ({ secretKey, serviceId }: Access) => `Bearer ${secretKey}.${serviceId}`

const curl: Writer = (access, { path, body, isIdempotent }) =>
  [
    `curl '${access.url}${path}'`,
    `-H 'Authorization: ${bearer(access)}'`,
    // The shell inserts a new key each time, so that every run of the line is a new request.
    ...(isIdempotent ? [`-H "Idempotency-Key: try-$(date +%s)"`] : []),
    ...(body === '' ? [] : [`-H 'Content-Type: application/json'`, `-d '${body}'`]),
  ].join(' \\\n  ')

const verifications = '/v2/verifications'
const posted = (path: string, body: string): V2Request => ({
  verb: 'POST',
  path: `${verifications}${path}`,
  body,
  isIdempotent: false,
})

/** `/v2` step by step, each a line to copy. */
export const v2CurlOf = {
  create: (access: Access) => curl(access, posted('', `{"phone": "+${testNumber}", "code": "4321"}`)),
  /** For a key that may only read. */
  list: (access: Access) =>
    curl(access, { verb: 'GET', path: `${verifications}?limit=5`, body: '', isIdempotent: false }),
  check: (access: Access) => curl(access, posted('/VERIFICATION_ID/check', '{"code": "4321"}')),
}

const typescript: Writer = (access, { verb, path, body, isIdempotent }) => `const response = await fetch('${
  access.url
}${path}', {
  method: '${verb}',
  headers: {
    Authorization: '${bearer(access)}',
${isIdempotent ? "    'Idempotency-Key': crypto.randomUUID(),\n" : ''}${
  body === '' ? '' : "    'Content-Type': 'application/json',\n"
}  },
${body === '' ? '' : `  body: JSON.stringify(${body}),\n`}})
const answer = await response.json()
if (!response.ok) throw new Error(\`\${answer.code}: \${answer.detail}\`)
console.log(answer)
`

const python: Writer = (
  access,
  { path, body, isIdempotent },
) => `import json, sys, urllib.error, urllib.request${isIdempotent ? ', uuid' : ''}

headers = {
    "Authorization": "${bearer(access)}",
${isIdempotent ? '    "Idempotency-Key": str(uuid.uuid4()),\n' : ''}${
  body === '' ? '' : '    "Content-Type": "application/json",\n'
}}
body = ${body === '' ? 'None' : `b'${body}'`}
request = urllib.request.Request("${access.url}${path}", body, headers)
try:
    print(json.load(urllib.request.urlopen(request, timeout=60)))
except urllib.error.HTTPError as error:
    problem = json.load(error)
    sys.exit(f"{problem['code']}: {problem['detail']}")
`

const php: Writer = (access, { verb, path, body, isIdempotent }) => `<?php
$context = stream_context_create(['http' => [
    'method' => '${verb}',
    'header' => [
        'Authorization: ${bearer(access)}',
${isIdempotent ? "        'Idempotency-Key: ' . bin2hex(random_bytes(16)),\n" : ''}${
  body === '' ? '' : "        'Content-Type: application/json',\n"
}    ],
${body === '' ? '' : `    'content' => '${body}',\n`}    'ignore_errors' => true,
    'timeout' => 60,
]]);
$answer = json_decode(file_get_contents('${access.url}${path}', false, $context), true);
if (isset($answer['detail'])) {
    exit("{$answer['code']}: {$answer['detail']}\\n");
}
print_r($answer);
`

const go: Writer = (access, { verb, path, body, isIdempotent }) => `package main

import (
${[
  ...(isIdempotent ? ['crypto/rand'] : []),
  'fmt',
  'io',
  'log',
  'net/http',
  ...(body === '' ? [] : ['strings']),
]
  .map((name) => `\t"${name}"\n`)
  .join('')})

func main() {
	request, err := http.NewRequest("${verb}", "${access.url}${path}", ${
    body === '' ? 'nil' : `strings.NewReader(\`${body}\`)`
  })
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "${bearer(access)}")
${
  isIdempotent
    ? `	key := make([]byte, 16)
	rand.Read(key)
	request.Header.Set("Idempotency-Key", fmt.Sprintf("%x", key))
`
    : ''
}${body === '' ? '' : '	request.Header.Set("Content-Type", "application/json")\n'}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.Status, string(answer))
}
`

const writers: readonly (readonly [language: string, write: Writer])[] = [
  ['curl', curl],
  ['TypeScript', typescript],
  ['Python', python],
  ['PHP', php],
  ['Go', go],
]

export function v2Programs(
  access: Access,
  request: V2Request,
): readonly { readonly language: string; readonly program: string }[] {
  return writers.map(([language, write]) => ({ language, program: write(access, request) }))
}

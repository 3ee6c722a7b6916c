/** Any method as a program that prints the answer. */

/** The credentials and address of a snippet's requests. */
export interface Access {
  /** Without a trailing slash. */
  readonly url: string
  readonly serviceId: number | string
  readonly secretKey: string
}

/** A test number, which never rings a phone and costs nothing. */
export const testNumber = '79000000001'

export interface Request {
  readonly verb: 'GET' | 'POST'
  /** With the query. */
  readonly path: string
  /** JSON; "" for a GET. */
  readonly body: string
  /** Whether it takes an Idempotency-Key. */
  readonly isIdempotent: boolean
}

type Writer = (access: Access, request: Request) => string

const bearer = ({ secretKey, serviceId }: Access) => `Bearer ${secretKey}.${serviceId}`
const isV1 = ({ path }: Request) => path.startsWith('/v1.0/')
/** The member of an error that says what is wrong. */
const whyOf = (request: Request) => (isV1(request) ? 'error' : 'detail')

/** The body is text inside the single quotes of a shell. */
export const curlLine = (access: Access, path: string, body: string, more: readonly string[] = []) =>
  [
    `curl '${access.url}${path}'`,
    `-H 'Authorization: ${bearer(access)}'`,
    ...more,
    ...(body === '' ? [] : [`-H 'Content-Type: application/json'`, `-d '${body}'`]),
  ].join(' \\\n  ')

// The shell inserts a new key each time, so that every run of the line is a new request.
const curl: Writer = (access, { path, body, isIdempotent }) =>
  curlLine(
    access,
    path,
    body.replaceAll("'", "'\\''"),
    isIdempotent ? [`-H "Idempotency-Key: try-$(date +%s)"`] : [],
  )

const typescript: Writer = (access, request) => {
  const { verb, path, body, isIdempotent } = request
  return `const response = await fetch('${access.url}${path}', {
  method: '${verb}',
  headers: {
    Authorization: '${bearer(access)}',
${isIdempotent ? "    'Idempotency-Key': crypto.randomUUID(),\n" : ''}${
  body === '' ? '' : "    'Content-Type': 'application/json',\n"
}  },
${body === '' ? '' : `  body: JSON.stringify(${body}),\n`}})
const answer = await response.json()
if (!response.ok) throw new Error(\`\${answer.code}: \${answer.${whyOf(request)}}\`)
console.log(answer)
`
}

const python: Writer = (access, request) => {
  const { path, body, isIdempotent } = request
  return `import json, sys, urllib.error, urllib.request${isIdempotent ? ', uuid' : ''}

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
    sys.exit(f"{problem['code']}: {problem['${whyOf(request)}']}")
`
}

const php: Writer = (access, request) => {
  const { verb, path, body, isIdempotent } = request
  const failed = isV1(request) ? `($answer['status'] ?? null) === false` : `isset($answer['detail'])`
  return `<?php
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
if (${failed}) {
    exit("{$answer['code']}: {$answer['${whyOf(request)}']}\\n");
}
print_r($answer);
`
}

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

export const requestPrograms = (access: Access, request: Request) =>
  writers.map(([language, write]) => ({ language, program: write(access, request) }))

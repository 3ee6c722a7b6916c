import type { ProblemBody } from '@ringkey/server/cabinet-api'
import { ApiProblem, addressOf } from './client.ts'

/** Sends a request whose answer has one JSON value per line, and passes each value on as it arrives. */
export async function writeForLines<Line>(
  path: string,
  body: unknown,
  take: (line: Line) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(addressOf(path), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Ringkey-Cabinet': '1' },
    body: JSON.stringify(body),
    credentials: 'same-origin',
    signal,
  }).catch(() => {
    throw new ApiProblem(0, { code: 'no-connection', message: 'the server cannot be reached' })
  })
  if (!response.ok || response.body === null) {
    const problem = (await response.json().catch(() => undefined)) as ProblemBody | undefined
    throw new ApiProblem(response.status, problem?.error ?? { code: 'fault', message: 'no answer' })
  }
  let rest = ''
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(JSON.parse(line) as Line)
  }
}

import { postFor } from './client.ts'

/** Sends a request whose answer has one JSON value per line, and passes each value on as it arrives. */
export async function writeForLines<Line>(
  path: string,
  body: unknown,
  take: (line: Line) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await postFor(path, body, signal)
  let rest = ''
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(JSON.parse(line) as Line)
  }
}

import { useEffect, useRef, useState } from 'react'
import { postFor } from '../../api/client.ts'
import type { Lines, Sent, StreamPath } from '../../api/routes.ts'

/** A test of a trunk that tells its lines as they come. Whoever leaves the page ends the test. */
export function useStreamedTest<Path extends StreamPath>(path: Path) {
  type Line = Lines<Path>
  const [lines, setLines] = useState<readonly Line[]>([])
  const [error, setError] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)
  const test = useRef<AbortController>(null)
  useEffect(() => () => test.current?.abort(), [])
  const start = (sent: Sent<Path>) => {
    const controller = new AbortController()
    test.current = controller
    setLines([])
    setError(null)
    setPending(true)
    const take = (line: Line) => setLines((before) => [...before, line])
    writeForLines(path, sent, take, controller.signal)
      .catch((cause: unknown) => {
        if (!controller.signal.aborted) setError(cause)
      })
      .finally(() => setPending(false))
  }
  return { lines, error, isPending, start }
}

/** Sends a request whose answer has one JSON value per line, and passes each value on as it arrives. */
async function writeForLines<Path extends StreamPath>(
  path: Path,
  sent: Sent<Path>,
  take: (line: Lines<Path>) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await postFor(path, sent, signal)
  let rest = ''
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(JSON.parse(line))
  }
}

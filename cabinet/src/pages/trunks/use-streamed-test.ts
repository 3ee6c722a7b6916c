import { useEffect, useRef, useState } from 'react'
import { writeForLines } from '../../api/json-lines.ts'

/** A test of a trunk that tells its lines as they come. Whoever leaves the page ends the test. */
export function useStreamedTest<Line>(path: string) {
  const [lines, setLines] = useState<readonly Line[]>([])
  const [error, setError] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)
  const test = useRef<AbortController>(null)
  useEffect(() => () => test.current?.abort(), [])
  const start = (body: object) => {
    const controller = new AbortController()
    test.current = controller
    setLines([])
    setError(null)
    setPending(true)
    const take = (line: Line) => setLines((before) => [...before, line])
    writeForLines(path, body, take, controller.signal)
      .catch((cause: unknown) => {
        if (!controller.signal.aborted) setError(cause)
      })
      .finally(() => setPending(false))
  }
  return { lines, error, isPending, start }
}

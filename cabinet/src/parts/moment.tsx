import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useFormats } from '../language/formats.ts'

const tickMs = 10_000

/** A time as it is said ("2 min ago"), exact with its zone on hover and for screen readers. */
export function Moment({ at }: { readonly at: number }) {
  const formats = useFormats()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <Tooltip label={formats.exact(at)}>
      <time dateTime={new Date(at).toISOString()}>{formats.relative(at, Math.max(now, at))}</time>
    </Tooltip>
  )
}

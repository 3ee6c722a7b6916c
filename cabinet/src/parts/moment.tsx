import { useEffect, useState } from 'react'
import { useFormats } from '../language/formats.ts'

const tickMs = 10_000

/**
 * A time that has passed: clock and date, on hover how long ago that is and the zone. The clock of the browser may be
 * behind that of the server: what it takes for the future is now.
 */
export function Moment({ at }: { readonly at: number }) {
  const formats = useFormats()
  const now = useNow()
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={`${formats.relative(at, Math.max(now, at))} · ${formats.exact(at)}`}
      style={{ whiteSpace: 'nowrap' }}
    >
      {formats.moment(at, now)}
    </time>
  )
}

/** A time to come: how long until then, and exactly when. */
export function Upcoming({ at }: { readonly at: number }) {
  const formats = useFormats()
  return <time dateTime={new Date(at).toISOString()}>{formats.upcoming(at, useNow())}</time>
}

/** The time, read again every so often. */
export function useNow(everyMs = tickMs): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

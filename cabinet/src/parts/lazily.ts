import { type ComponentType, lazy } from 'react'

const pauseMs = 1_000
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs))
/** A server that is frozen keeps its connections, and would let a page wait for ever. */
const limitMs = 20_000
const late = () =>
  new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('the server does not answer')), limitMs),
  )

/**
 * A component that is loaded when it is shown. The network may change at that moment, and browsers then break off what is
 * under way. So it is tried once more.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in React's own type; the properties are those of the component
export function lazily<Component extends ComponentType<any>>(load: () => Promise<{ default: Component }>) {
  return lazy(() => Promise.race([load().catch(() => pause().then(load)), late()]))
}

import { type ComponentType, lazy } from 'react'

const pauseMs = 1_000
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs))

/**
 * A component that is loaded when it is shown. The network may change at that moment, and browsers then break off what is
 * under way. So it is tried once more.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in React's own type; the properties are those of the component
export function lazily<Component extends ComponentType<any>>(load: () => Promise<{ default: Component }>) {
  return lazy(() => load().catch(() => pause().then(load)))
}

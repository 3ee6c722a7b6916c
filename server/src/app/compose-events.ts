import type { Directory } from '../accounts/directory.ts'
import type { EventTarget } from '../storage/event-records.ts'

/** The event endpoints of a service, from the cache. It returns without a promise for a cached service. */
export function endpointsIn(directory: Directory) {
  return (serviceId: number): readonly EventTarget[] | Promise<readonly EventTarget[]> => {
    const found = directory.find(serviceId)
    return found instanceof Promise ? found.then((known) => known?.endpoints ?? []) : found.endpoints
  }
}

/** Wakes the sender after a change of a service that has event endpoints; it would look within half a second anyway. */
export function wakeSender(endpointsOf: ReturnType<typeof endpointsIn>, look: () => void) {
  return (serviceId: number): void => {
    const found = endpointsOf(serviceId)
    if (found instanceof Promise) void found.then((known) => known.length > 0 && look()).catch(() => {})
    else if (found.length > 0) look()
  }
}

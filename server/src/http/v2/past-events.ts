import type { Subscriber } from '../../accounts/directory.ts'
import { viewOf } from '../../books/verification-view.ts'
import { secondMs } from '../../platform/clock.ts'
import type { KeptEvent, StreamPlace } from '../../storage/queries/event-stream.ts'
import { eventBody } from '../../webhooks/body.ts'
import { callEndedData } from '../call-info.ts'
import { readsAll } from '../scope-rule.ts'
import * as answers from './answers.ts'
import { eventsExample } from './examples.ts'
import { defineV2, JsonText, type V2Parts } from './method.ts'
import { eventsQuery } from './schemas.ts'

const defaultLimit = 20
/** A waiting request looks this often; events of every node are seen so. */
const lookMs = 500
/** A look is a transaction that writes: who waits and comes back at once finds the events of a fifth of a second together. */
const gatherMs = 200
/** When a service was given all events there were. */
const emptiedMs = new WeakMap<Subscriber, number>()
/** How long a request that does not wait goes on preparing a stream. */
const prepareMs = secondMs

/** Events without an endpoint: for programs that no request from outside reaches. */
export const pastEvents = defineV2<{ after?: string; from?: 'now'; limit?: number; wait?: number }>({
  name: 'listEvents',
  verb: 'GET',
  path: '/v2/events',
  summary: 'List the events of the last seven days, oldest first; the first request begins the record.',
  scopes: readsAll,
  input: eventsQuery,
  answer: { status: 200, schema: answers.eventPage, example: eventsExample },
  codes: [],
  example: { limit: 20 },
  async run(deps, { subscriber, input, onGone }) {
    const { store, clock, work } = deps
    const cursor = input.after ?? input.from ?? '0'
    const request = { serviceId: subscriber.service.id, limit: input.limit ?? defaultLimit }
    const startedMs = clock.monotonicMs()
    const waitMs = (input.wait ?? 0) * secondMs
    const pause = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
    let isGone = false
    onGone(() => {
      isGone = true
    })
    const isOverAfter = (ms: number) => clock.monotonicMs() >= startedMs + ms || isGone || work.isEnding
    const emptied = emptiedMs.get(subscriber)
    if (waitMs > 0 && emptied !== undefined) {
      const restMs = emptied + gatherMs - startedMs
      if (restMs > 0) await pause(restMs)
    }
    let after: StreamPlace = cursor === 'now' ? cursor : Number(cursor)
    for (;;) {
      const stepMs = clock.monotonicMs()
      const read = await store.readEvents({ ...request, after, at: clock.now() })
      after = read.after
      if (read.kind === 'page' && (read.events.length > 0 || isOverAfter(waitMs))) {
        if (read.events.length < request.limit) emptiedMs.set(subscriber, clock.monotonicMs())
        const shown = await Promise.all(read.events.map((event) => textOf(deps, event)))
        const events = shown.filter((event) => event !== undefined).join(',')
        return { body: new JsonText(`{"events":[${events}],"next_cursor":"${after}"}`) }
      }
      if (read.kind === 'preparing' && isOverAfter(read.isBlocked ? waitMs : Math.max(waitMs, prepareMs)))
        return { body: { events: [], next_cursor: cursor } }
      // Between the pieces of a long past the store serves others for as long as a piece took.
      const tookMs = clock.monotonicMs() - stepMs
      const isAtWork = read.kind === 'preparing' && !read.isBlocked
      if (!isAtWork || tookMs > 0) await pause(isAtWork ? tookMs : lookMs)
    }
  },
})

/** undefined once the number of its call or verification was erased. */
async function textOf(deps: V2Parts, event: KeptEvent): Promise<string | undefined> {
  const data = event.data ?? (await dataOf(deps, event))
  if (data === undefined) return
  return `{"id":${JSON.stringify(event.webhookId)},${eventBody(event, data).slice(1)}`
}

async function dataOf(deps: V2Parts, { vendorId, verificationId }: KeptEvent): Promise<string | undefined> {
  if (vendorId !== null) return callEndedData(deps, vendorId)
  const found = verificationId === null ? undefined : await deps.store.verification(verificationId)
  return found === undefined || found.phoneHash === null
    ? undefined
    : JSON.stringify(viewOf(found, deps.installation.currency))
}

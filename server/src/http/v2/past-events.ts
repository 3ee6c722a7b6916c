import { secondMs } from '../../platform/clock.ts'
import type { KeptEvent } from '../../storage/queries/event-stream.ts'
import { eventBody } from '../../webhooks/body.ts'
import { callEndedData } from '../call-info.ts'
import { keepMoney } from '../money.ts'
import { readsAll } from '../scope-rule.ts'
import * as answers from './answers.ts'
import { eventsExample } from './examples.ts'
import { defineV2, type V2Parts } from './method.ts'
import { eventsQuery } from './schemas.ts'

const defaultLimit = 20
/** A waiting request looks this often; events of every node are seen so. */
const lookMs = 500

/** Events without an endpoint: for programs that no request from outside reaches. */
export const pastEvents = defineV2<{ after?: string; limit?: number; wait?: number }>({
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
    const after = Number(input.after ?? 0)
    const request = { serviceId: subscriber.service.id, after, limit: input.limit ?? defaultLimit }
    const untilMs = clock.monotonicMs() + (input.wait ?? 0) * secondMs
    let isGone = false
    onGone(() => {
      isGone = true
    })
    for (;;) {
      const found = await store.readEvents({ ...request, at: clock.now() })
      const isOver = clock.monotonicMs() >= untilMs || isGone || work.isEnding
      if (found.length > 0 || isOver) {
        const events = await Promise.all(found.map((event) => shown(deps, event)))
        return {
          body: {
            events: events.filter((event) => event !== undefined),
            next_cursor: String(found.at(-1)?.position ?? after),
          },
        }
      }
      await new Promise<void>((resolve) => clock.after(lookMs, resolve))
    }
  },
})

/** undefined once the number of its call or verification was erased. */
async function shown(deps: V2Parts, event: KeptEvent): Promise<object | undefined> {
  const { data: stored, vendorId, webhookId } = event
  const data = stored ?? (vendorId === null ? undefined : await callEndedData(deps, vendorId))
  if (data === undefined) return
  return { id: webhookId, ...(JSON.parse(eventBody(event, data), keepMoney) as object) }
}

import { isDeepStrictEqual } from 'node:util'
import { shownTo } from '../calls/line.ts'
import type { CabinetDeps } from '../deps.ts'
import { openEventStream } from '../live/event-stream.ts'
import { permissionsOf } from '../permissions.ts'
import { Problem } from '../problem.ts'
import { isStillAllowed, memberOf } from '../recognise.ts'
import { get, type Member, type SignedIn } from '../route.ts'
import { listLineOf } from '../verifications/line.ts'

const tooManyStreams = () =>
  new Problem(429, 'too-many-streams', 'too many pages are open: this one asks now and then instead', {
    retryAfterSeconds: 60,
  })

/** What is new in the account, as it happens. */
export const events = get('/events', 'read', async ({ deps, user, reply }) => {
  const leave = deps.streamLimit.take(user.person.id)
  if (leave === undefined) throw tooManyStreams()
  const shown = shownTo(user)
  let unwatch: (() => void) | undefined
  const stream = openEventStream(
    deps.clock,
    () => isStillAllowed(deps, user, (now) => seesTheSame(deps, user, now)),
    () => {
      leave()
      unwatch?.()
    },
  )
  unwatch = deps.liveHub.watch(
    user.account.id,
    (news) =>
      stream.sendIfAllowed(
        news.kind === 'too-much'
          ? { kind: 'reload' }
          : { kind: 'changed', items: news.items.map((item) => listLineOf(item, shown)) },
      ),
    () => stream.end(),
  )
  if (unwatch === undefined) {
    stream.body.destroy()
    throw tooManyStreams()
  }
  // The client has closed the connection: nothing reads the stream any more.
  reply.raw.once('close', () => stream.body.destroy())
  reply.header('Content-Type', 'text/event-stream; charset=utf-8')
  stream.send({ kind: 'ready' })
  return stream.body
})

/** The session is on the same account, in a role that sees the same. */
async function seesTheSame(deps: CabinetDeps, before: Member, now: SignedIn): Promise<boolean> {
  const { account, role } = await memberOf(deps, now)
  const isSame = isDeepStrictEqual(shownTo({ role }), shownTo(before))
  return account.id === before.account.id && permissionsOf(role).includes('read') && isSame
}

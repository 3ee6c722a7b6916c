import { shownTo } from '../calls/line.ts'
import type { CabinetDeps } from '../deps.ts'
import { openEventStream } from '../live/event-stream.ts'
import { permissionsOf } from '../permissions.ts'
import { Problem } from '../problem.ts'
import { memberOf } from '../recognise.ts'
import { get, type Member } from '../route.ts'
import { listLineOf } from '../verifications/line.ts'

const tooManyStreams = () =>
  new Problem(429, 'too-many-streams', 'too many pages are open: this one asks now and then instead', {
    retryAfterSeconds: 60,
  })

/** What is new in the account, as it happens. */
export const events = get('/events', 'read', async ({ deps, who, reply }) => {
  const leave = deps.streamLimit.take(who.person.id)
  if (leave === undefined) throw tooManyStreams()
  const shown = shownTo(who)
  let unwatch: (() => void) | undefined
  const stream = openEventStream(
    deps.clock,
    () => isStillAllowed(deps, who),
    () => {
      leave()
      unwatch?.()
    },
  )
  unwatch = deps.liveHub.watch(
    who.account.id,
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

/** The same session, on the same account, in a role that sees the same. */
async function isStillAllowed(deps: CabinetDeps, who: Member): Promise<boolean> {
  const [session, person] = await Promise.all([
    deps.store.session(who.session.id),
    deps.store.person(who.person.id),
  ])
  if (session === undefined || person === undefined || session.endsAt <= deps.clock.now()) return false
  if (session.accountId !== who.account.id) return false
  try {
    const member = await memberOf(deps, { session, person })
    const [now, before] = [shownTo(member), shownTo(who)]
    const isSame = now.isMoneyShown === before.isMoneyShown && now.mayShowCode === before.mayShowCode
    return permissionsOf(member.role).includes('read') && isSame
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../platform/address-list.ts'
import { clientAddress, isHttps } from '../platform/client-address.ts'
import type { PersonRecord } from '../storage/queries/people.ts'
import { cookieHeader, readCookie } from './cookie.ts'
import type { CabinetDeps } from './deps.ts'
import { permissionsOf } from './permissions.ts'
import { notAllowed, notSignedIn, Problem } from './problem.ts'
import type { Member, SignedIn } from './route.ts'
import { hasSecondFactor } from './second-factor/has-second-factor.ts'
import { sessionMs } from './sessions.ts'
import type { Access } from './typed-route.ts'
import type { Visitor } from './visitor.ts'

const maxUserAgentLength = 300

/** The public address decides about cookies and headers: a proxy without forwarding headers must not weaken cookies. */
export function visitorOf(request: FastifyRequest, { trustedProxies, publicUrl }: CabinetDeps): Visitor {
  return {
    address: clientAddress(request.raw, trustedProxies),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
    isHttps: publicUrl().startsWith('https:') || isHttps(request.raw, trustedProxies),
  }
}

/** Identifies the visitor. Throws a Problem when the route does not serve them. */
export async function recognise(
  deps: CabinetDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  visitor: Visitor,
  access: Access,
): Promise<SignedIn | Member | null> {
  if (access === 'anyone') return null
  const signedIn = await personOf(deps, request, reply, visitor)
  if (access === 'half-signed-in') return signedIn
  if (signedIn.session.stage !== 'full') {
    throw new Problem(401, 'second-factor-needed', 'the second factor is awaited')
  }
  if (access === 'person') return signedIn
  if (access === 'operator') {
    if (!signedIn.person.operator) throw notAllowed()
    if (lacksOperatorFactor(deps, signedIn.person)) {
      throw new Problem(403, 'operator-factor-needed', 'operators need a second factor here: switch one on')
    }
    return signedIn
  }
  const member = await memberOf(deps, signedIn)
  if (!permissionsOf(member.role).includes(access)) throw notAllowed()
  return member
}

async function personOf(deps: CabinetDeps, request: FastifyRequest, reply: FastifyReply, visitor: Visitor) {
  const token = readCookie(request.raw, visitor.isHttps)
  if (token === undefined) throw notSignedIn()
  const recognised = await deps.sessions.recognise(token, visitor)
  if (recognised === undefined) throw notSignedIn()
  const person = await deps.store.person(recognised.session.personId)
  if (person === undefined) throw notSignedIn()
  if (recognised.newToken !== undefined) setToken(reply, recognised.newToken, visitor)
  return { session: recognised.session, person }
}

/** The role is read with every request, so a removed role has no effect at once. */
export async function memberOf({ store }: CabinetDeps, signedIn: SignedIn): Promise<Member> {
  const memberships = await store.memberships(signedIn.person.id)
  const membership = memberships.find(({ accountId }) => accountId === signedIn.session.accountId)
  const account = membership && (await store.account(membership.accountId))
  if (membership === undefined || account === undefined) {
    throw new Problem(403, 'no-account', 'this session looks at no account of yours')
  }
  return { ...signedIn, account, role: membership.role }
}

/** Whether somebody for whom a stream began is still signed in, and `mayGoOn` finds no problem with it. */
export async function isStillAllowed(
  { store, clock }: CabinetDeps,
  user: SignedIn,
  mayGoOn: (now: SignedIn) => Promise<boolean>,
): Promise<boolean> {
  const [session, person] = await Promise.all([store.session(user.session.id), store.person(user.person.id)])
  if (session === undefined || person === undefined || session.endsAt <= clock.now()) return false
  return mayGoOn({ session, person }).catch((error: unknown) => {
    if (error instanceof Problem) return false
    throw error
  })
}

export function setToken(reply: FastifyReply, token: string, { isHttps }: Visitor): void {
  reply.header('Set-Cookie', cookieHeader(token, sessionMs / 1000, isHttps))
}

export function clearToken(reply: FastifyReply, { isHttps }: Visitor): void {
  reply.header('Set-Cookie', cookieHeader('', 0, isHttps))
}

type Deps = Pick<CabinetDeps, 'settings' | 'installation' | 'demo' | 'publicUrl'>

/** The console of the operator stays closed to operators without a second factor, where the installation demands one. */
export function lacksOperatorFactor(deps: Deps, person: PersonRecord): boolean {
  return person.operator && !hasSecondFactor(person) && isDemanded(deps)
}

function isDemanded({ settings, installation, demo, publicUrl }: Deps): boolean {
  const { RINGKEY_HOST: host } = settings
  const { operatorSecondFactor: demanded } = installation.settings
  if (demanded !== 'auto') return demanded === 'on'
  // Behind a proxy on the same machine the service listens on loopback, and only the public address tells.
  const isPrivate = isLoopbackHost(host) && isLoopbackHost(new URL(publicUrl()).hostname)
  return !demo.isOn && !isPrivate
}

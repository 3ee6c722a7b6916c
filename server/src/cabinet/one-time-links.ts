import { demoAccountMeta } from '../accounts/demo-mode.ts'
import { type Clock, dayMs, hourMs, minuteMs } from '../platform/clock.ts'
import { type Random, randomWord } from '../platform/random.ts'
import { sha256 } from '../platform/sha256.ts'
import type { LinkPurpose, OneTimeLink } from '../storage/queries/sessions.ts'
import type { Store } from '../storage/store.ts'

const tokenLength = 32

/** Lifetime of each kind of link. Links that anybody can request expire soon; an invitation must wait for its reader. */
const lifetimesMs: Readonly<Record<LinkPurpose, number>> = {
  'new-password': hourMs,
  'new-email': hourMs,
  'sign-up': dayMs,
  'join-account': 7 * dayMs,
  'connect-telegram': 10 * minuteMs,
  'confirm-sign-in': 10 * minuteMs,
  'enter-demo': hourMs,
  'become-operator': dayMs,
}

/** Links that the operator makes by hand are passed on by hand. */
export const operatorLinkMs = 3 * dayMs

type NewLink = Pick<OneTimeLink, 'purpose'> &
  Partial<Pick<OneTimeLink, 'email' | 'personId' | 'accountId' | 'detail'>>

export interface LinkMaker {
  /** How the link is stored. A link that an operator makes is also written to the operators' log. */
  readonly store: Pick<Store, 'createLink'>
  readonly random: Random
  readonly now: number
}

export const hashToken = (token: string): Buffer => sha256(token)

/** The token, for the reader of the link only; the store keeps its hash. */
export async function makeLink(
  { store, random, now }: LinkMaker,
  link: NewLink,
  lifetimeMs: number = lifetimesMs[link.purpose],
): Promise<string> {
  const token = randomWord(random, tokenLength)
  await store.createLink({
    email: '',
    personId: 0,
    accountId: 0,
    detail: '',
    ...link,
    tokenHash: hashToken(token),
    createdAt: now,
    endsAt: now + lifetimeMs,
  })
  return token
}

/** Pages that are not called as the purpose of their link. */
const pages: Partial<Readonly<Record<LinkPurpose, string>>> = { 'join-account': 'join', 'enter-demo': 'demo' }

/** After the hash sign: no server, no proxy and no log between us and the reader sees the token. */
export function linkTo(publicUrl: string, purpose: LinkPurpose, token: string): string {
  return `${publicUrl}/cabinet/${pages[purpose] ?? purpose}#${token}`
}

/** A new link of the cabinet, as its reader opens it. */
export async function newLink(
  { clock, publicUrl, ...maker }: Omit<LinkMaker, 'now'> & { clock: Clock; publicUrl: () => string },
  link: NewLink,
): Promise<string> {
  return linkTo(publicUrl(), link.purpose, await makeLink({ ...maker, now: clock.now() }, link))
}

/**
 * The entrance to the demo without a password: a link that works once, for the browser that opens it. Its secret is in
 * nothing that a proxy forwards by itself. Undefined when the first run made no account, or it is real now.
 */
export async function makeDemoLink(store: Store, maker: LinkMaker, publicUrl: string) {
  const account = await store.account(Number((await store.meta(demoAccountMeta)) ?? 0))
  const owner = account?.demo ? await store.personByEmail(account.email) : undefined
  if (owner === undefined) return undefined
  const purpose = 'enter-demo'
  const token = await makeLink(maker, { purpose, personId: owner.id })
  return { link: linkTo(publicUrl, purpose, token), endsAt: maker.now + lifetimesMs[purpose] }
}

import { demoAccountMeta } from '../accounts/demo-mode.ts'
import { dayMs, hourMs, minuteMs } from '../platform/clock.ts'
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

export interface LinkMaker {
  readonly store: Pick<Store, 'createLink'>
  readonly random: Random
  readonly now: number
}

export const hashToken = (token: string): Buffer => sha256(token)

/** The token, for the reader of the link only; the store keeps its hash. */
export async function makeLink(
  { store, random, now }: LinkMaker,
  link: Pick<OneTimeLink, 'purpose'> &
    Partial<Pick<OneTimeLink, 'email' | 'personId' | 'accountId' | 'detail'>>,
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

export type LinkPage = 'become-operator' | 'demo' | 'join' | 'new-email' | 'new-password' | 'sign-up'

/** After the hash sign: no server, no proxy and no log between us and the reader sees the token. */
export function linkTo(publicUrl: string, page: LinkPage, token: string): string {
  return `${publicUrl}/cabinet/${page}#${token}`
}

interface DemoLinkDeps {
  readonly store: Store
  /** How the link is stored. A link that an operator makes is also written to the operators' log. */
  readonly links: Pick<Store, 'createLink'>
  readonly random: Random
  readonly now: number
  readonly publicUrl: string
}

/**
 * The entrance to the demo without a password: a link that works once, for the browser that opens it. Its secret is in
 * nothing that a proxy forwards by itself. Undefined when the first run made no account, or it is real now.
 */
export async function makeDemoLink({
  store,
  links,
  random,
  now,
  publicUrl,
}: DemoLinkDeps): Promise<{ link: string; endsAt: number } | undefined> {
  const account = await store.account(Number((await store.meta(demoAccountMeta)) ?? 0))
  const owner = account?.demo ? await store.personByEmail(account.email) : undefined
  if (owner === undefined) return undefined
  const token = await makeLink({ store: links, random, now }, { purpose: 'enter-demo', personId: owner.id })
  return { link: linkTo(publicUrl, 'demo', token), endsAt: now + lifetimesMs['enter-demo'] }
}

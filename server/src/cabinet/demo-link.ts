import { demoAccountMeta } from '../accounts/demo-mode.ts'
import type { Random } from '../platform/random.ts'
import type { Store } from '../storage/store.ts'
import { lifetimesMs, linkTo, makeLink } from './one-time-links.ts'

export interface DemoLinkDeps {
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

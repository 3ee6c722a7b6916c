import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { secondMs } from '../platform/clock.ts'
import { sha256 } from '../platform/sha256.ts'
import type { OidcRecord } from '../storage/queries/oidc.ts'
import { BrowserRecords } from './browser-records.ts'
import { clientMetadata } from './client-metadata.ts'
import { noteWrite } from './exchange.ts'
import { personOf, phoneHashOf } from './person.ts'
import type { SignInDeps } from './sign-in-request.ts'

export type RecordDeps = Pick<SignInDeps, 'store' | 'clock' | 'hasher' | 'numbering'> & {
  readonly browserRecords: BrowserRecords
}

/** What the library keeps, in our store: any node can continue what another has begun. */
export class OidcRecords implements Adapter {
  readonly #kind: string
  readonly #deps: RecordDeps

  constructor(kind: string, deps: RecordDeps) {
    this.#kind = kind
    this.#deps = deps
  }

  async upsert(id: string, payload: AdapterPayload, lifeSeconds: number): Promise<void> {
    // The id of a code, token or session is its secret: it is stored as a hash alone.
    const { jti: _, ...given } = payload
    const kept = this.#kind === 'Interaction' ? await this.#withoutPhone(id, given) : given
    const { browserRecords } = this.#deps
    if (BrowserRecords.isOfBrowser(this.#kind, payload))
      return browserRecords.keep(this.#kind, id, kept, lifeSeconds)
    browserRecords.end(this.#kind, id)
    noteWrite()
    const { login } = (payload.result ?? {}) as { login?: AdapterPayload }
    const person =
      payload.accountId ?? login?.accountId ?? payload.session?.accountId ?? kept.params?.login_hint
    await this.#deps.store.saveOidcRecord({
      idHash: this.#hash(id),
      kind: this.#kind,
      payload: JSON.stringify(kept),
      grantId: payload.grantId ?? '',
      uid: this.#kind === 'Session' ? (payload.uid ?? '') : '',
      phoneHash: typeof person === 'string' ? phoneHashOf(person) : null,
      lifeMs: lifeSeconds * secondMs,
      now: this.#deps.clock.now(),
    })
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { store, clock } = this.#deps
    if (this.#kind === 'Client') {
      const client = await store.oidcClient(id)
      return client && clientMetadata(client)
    }
    const found = await store.oidcRecord({ idHash: this.#hash(id), now: clock.now() })
    const kept = found === undefined ? this.#deps.browserRecords.find(this.#kind, id) : payloadOf(found)
    return kept && { ...kept, jti: id }
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const { store, clock } = this.#deps
    const found = await store.oidcSession({ uid, now: clock.now() })
    return found && payloadOf(found)
  }

  async findByUserCode(): Promise<undefined> {
    // Only the device flow has user codes, and it is off.
  }

  async consume(id: string): Promise<void> {
    const { store, clock } = this.#deps
    noteWrite()
    const isFirst = await store.consumeOidcRecord({ idHash: this.#hash(id), now: clock.now() })
    if (!isFirst) throw new errors.InvalidGrant('authorization code already consumed')
  }

  async destroy(id: string): Promise<void> {
    this.#deps.browserRecords.end(this.#kind, id)
    noteWrite()
    await this.#deps.store.removeOidcRecord(this.#hash(id))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    noteWrite()
    await this.#deps.store.revokeOidcGrant(grantId)
  }

  #hash(id: string): Buffer {
    return sha256(`${this.#kind} ${id}`)
  }

  /** An interaction repeats the parameters of its request: a number among them is kept as everywhere. */
  async #withoutPhone(id: string, payload: AdapterPayload): Promise<AdapterPayload> {
    const { hasher, numbering } = this.#deps
    const { session, prompt, params = {}, ...rest } = payload
    const { login_hint: hint, ...others } = params
    const text = String(hint ?? '')
    // Programs pass on what people typed, or `tel:+7…`.
    const phone = numbering.readFreeText(text.replace(/^tel:/, ''))
    // A request that brings a mask and a hash would be shown the number: they are believed from our own record alone.
    const ownHint = hint === undefined ? undefined : (await this.find(id))?.params?.login_hint
    const kept = hint !== undefined && hint === ownHint ? text : phone && personOf(hasher, phone.e164)
    return {
      ...rest,
      params: { ...others, login_hint: kept },
      prompt: prompt && { name: prompt.name, reasons: prompt.reasons, details: {} },
      session: session && { ...session, cookie: undefined },
    }
  }
}

function payloadOf({ payload, consumedAt }: OidcRecord): AdapterPayload {
  const kept = JSON.parse(payload) as AdapterPayload
  return consumedAt === 0 ? kept : { ...kept, consumed: Math.floor(consumedAt / secondMs) }
}

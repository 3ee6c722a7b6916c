import { timingSafeEqual } from 'node:crypto'
import { type Random, randomWord } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'
import { sha256 } from '../platform/sha256.ts'
import {
  credentialForms,
  type HookKind,
  type HookOf,
  type HookRecord,
  type HookSettings,
} from '../storage/queries/hooks.ts'
import { newWebhookSecret } from './signature.ts'

/** Of the credentials that are made here. */
const hookUser = 'ringkey'
/** 190 random bits: a plain hash protects them. */
const tokenLength = 32
/** How Supabase writes a symmetric secret of Standard Webhooks; ours is what follows the comma. */
const version = 'v1,'
const webhookSecret = /^(?:v1,)?whsec_[A-Za-z0-9+/]{32,88}={0,2}$/
const purpose = ({ serviceId, kind }: HookOf) => `hook ${kind} ${serviceId}`

/** The requests of these are signed, whatever the owner sets. */
export const signsAlways = (kind: HookKind) => ['signing', 'pasted'].includes(credentialForms[kind])

/** The one place of a request whose text is compared with the credential. */
export interface CredentialPlace {
  readonly in: 'basic' | 'header' | 'member'
  /** Of the header, in lower case, or of the member. */
  readonly name: string
}

export const credentialInPattern = /^(?:basic|header:[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}|member:[!-~]{1,64})$/

/** As the hook says, else as its server sends it. */
export function placeOf(kind: HookKind, settings: HookSettings | undefined): CredentialPlace {
  const usual = credentialForms[kind] === 'basic' ? 'basic' : 'header:authorization'
  const [place = '', ...name] = (settings?.credentialIn ?? usual).split(':')
  if (place === 'member') return { in: place, name: name.join(':') }
  return place === 'basic'
    ? { in: place, name: 'authorization' }
    : { in: 'header', name: name[0]!.toLowerCase() }
}

/** What is expected of a credential that the other side made; undefined when this one will do. */
export function pastedFault(kind: HookKind, settings: HookSettings, pasted: string): string | undefined {
  if (credentialForms[kind] === 'signing' || (credentialForms[kind] === 'any' && signs(pasted)))
    return webhookSecret.test(pasted) ? undefined : 'a secret of Standard Webhooks such as whsec_…'
  const hasUser = pasted.includes(':')
  if (isBasic(kind, settings) && !hasUser) return 'user:password, as Basic has both'
  const secret = kind !== 'zitadel' && hasUser ? pasted.slice(pasted.indexOf(':') + 1) : pasted
  return /^[!-~]{16,200}$/.test(secret)
    ? undefined
    : '16 to 200 characters without spaces; so long is the password of user:password'
}

const isBasic = (kind: HookKind, settings: HookSettings) =>
  !signsAlways(kind) && placeOf(kind, settings).in === 'basic'

/** Whether it is a key of Standard Webhooks. A token that the other side made is none: it proves itself alone. */
export const signs = (credential: string) => /^(?:v1,)?whsec_/.test(credential)

/** The text that is pasted at the identity server. */
export function newCredential(kind: HookKind, settings: HookSettings, random: Random): string {
  if (isSealed(kind) && settings.credentialIn === undefined)
    return (kind === 'supabase' ? version : '') + newWebhookSecret(random.bytes)
  const token = randomWord(random, tokenLength)
  return isBasic(kind, settings) ? `${hookUser}:${token}` : token
}

/** As it is stored: a hash, or encrypted where a signature needs the key. */
export function storedCredential(sealer: Sealer, hook: HookOf, credential: string): Buffer {
  return isSealed(hook.kind) ? sealer.seal(credential, purpose(hook)) : sha256(credential)
}

const isSealed = (kind: HookKind) => !['basic', 'token'].includes(credentialForms[kind])

/** What the credential of a hook is sealed for; undefined when it is stored as a hash. */
export const hookPurpose = (hook: HookOf) => (isSealed(hook.kind) ? purpose(hook) : undefined)

/** The credentials that are accepted now: the current one, and the one before until its overlap ends. */
function acceptedCredentials({ credential, previousCredential, previousEndsAt }: HookRecord, now: number) {
  return previousCredential !== null && now < previousEndsAt ? [credential, previousCredential] : [credential]
}

/** The keys that a signature may have been made with. */
export function signingKeys(sealer: Sealer, hook: HookRecord, now: number): string[] {
  return acceptedCredentials(hook, now).map((sealed) => {
    const key = sealer.open(sealed, purpose(hook))
    return key.startsWith(version) ? key.slice(version.length) : key
  })
}

/** Whether the text with this hash is the credential of the hook. */
export function isCredential(sealer: Sealer, hook: HookRecord, hash: Buffer, now: number): boolean {
  const accepted = isSealed(hook.kind)
    ? signingKeys(sealer, hook, now).map((key) => sha256(key))
    : acceptedCredentials(hook, now)
  return accepted.some((each) => timingSafeEqual(each, hash))
}

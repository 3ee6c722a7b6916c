import { timingSafeEqual } from 'node:crypto'
import { type Random, randomWord } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'
import { sha256 } from '../platform/sha256.ts'
import { credentialForms, type HookKind, type HookOf, type HookRecord } from '../storage/queries/hooks.ts'
import { newWebhookSecret } from './signature.ts'

/** Of the credentials that are made here. */
export const hookUser = 'ringkey'
/** 190 random bits: a plain hash protects them. */
const tokenLength = 32
/** How Supabase writes a symmetric secret of Standard Webhooks; ours is what follows the comma. */
const version = 'v1,'
const webhookSecret = /^(?:v1,)?whsec_[A-Za-z0-9+/]{32,88}={0,2}$/
const purpose = ({ serviceId, kind }: HookOf) => `hook ${kind} ${serviceId}`

/** What is expected of a credential that the other side made; undefined when this one will do. */
export function pastedFault(kind: HookKind, pasted: string): string | undefined {
  if (credentialForms[kind] === 'signing' || (credentialForms[kind] === 'any' && signs(pasted)))
    return webhookSecret.test(pasted) ? undefined : 'a secret of Standard Webhooks such as whsec_…'
  const secret = kind === 'zitadel' ? pasted : secretPart(pasted)
  return /^[!-~]{16,200}$/.test(secret)
    ? undefined
    : '16 to 200 characters without spaces; so long is the password of user:password'
}

/** Whether it is a key of Standard Webhooks. A token that the other side made is none: it proves itself alone. */
export const signs = (credential: string) => /^(?:v1,)?whsec_/.test(credential)

/** The text that is pasted at the identity server. */
export function newCredential(kind: HookKind, random: Random): string {
  if (isSealed(kind)) return (kind === 'supabase' ? version : '') + newWebhookSecret(random.bytes)
  const token = randomWord(random, tokenLength)
  return credentialForms[kind] === 'basic' ? `${hookUser}:${token}` : token
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

/** Whether one of the texts of a request is the credential of the hook. */
export function holdsCredential(sealer: Sealer, hook: HookRecord, texts: readonly string[], now: number) {
  const expected = isSealed(hook.kind)
    ? signingKeys(sealer, hook, now).map((key) => sha256(key))
    : acceptedCredentials(hook, now)
  const given = texts.map((text) => sha256(text))
  return expected.some((hash) => given.some((each) => timingSafeEqual(each, hash)))
}

/** The password of `user:password`: it alone is secret. */
export const secretPart = (text: string) => text.slice(text.indexOf(':') + 1)

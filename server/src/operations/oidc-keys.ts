import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { type Random, randomWord } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { NewOidcKey, OidcKey } from '../storage/queries/oidc.ts'

const makePair = promisify(generateKeyPair)
const idLength = 16
const subjectBytes = 32
export const oidcKeyPurpose = ({ id, algorithm }: Pick<OidcKey, 'id' | 'algorithm'>) =>
  `oidc ${algorithm} ${id}`

/** A private key of RFC 7517. */
export type SigningKey = Readonly<Record<string, unknown>> & { readonly kid: string }

/** One key of each algorithm that ID tokens are signed with. */
export async function newSigningKeys(sealer: Sealer, random: Random): Promise<NewOidcKey[]> {
  const [rsa, ec] = await Promise.all([
    makePair('rsa', { modulusLength: 2048 }),
    makePair('ec', { namedCurve: 'P-256' }),
  ])
  const sealedKey = (algorithm: 'RS256' | 'ES256', privateKey: KeyObject): NewOidcKey => {
    const named = { id: randomWord(random, idLength), algorithm }
    const jwk = { ...privateKey.export({ format: 'jwk' }), kid: named.id, alg: algorithm, use: 'sig' }
    return { ...named, sealed: sealer.seal(JSON.stringify(jwk), oidcKeyPurpose(named)) }
  }
  return [sealedKey('RS256', rsa.privateKey), sealedKey('ES256', ec.privateKey)]
}

/** Its id is always the same, so that there is never a second one: with another key every `sub` would change. */
export function newSubjectKey(sealer: Sealer, random: Random): NewOidcKey {
  const named = { id: 'subject', algorithm: 'subject' } as const
  return {
    ...named,
    sealed: sealer.seal(random.bytes(subjectBytes).toString('base64'), oidcKeyPurpose(named)),
  }
}

export function openSigningKey(sealer: Sealer, key: OidcKey): SigningKey {
  return JSON.parse(sealer.open(key.sealed, oidcKeyPurpose(key))) as SigningKey
}

export function openSubjectKey(sealer: Sealer, key: OidcKey): Buffer {
  return Buffer.from(sealer.open(key.sealed, oidcKeyPurpose(key)), 'base64')
}

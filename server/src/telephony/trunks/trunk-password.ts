import type { Sealer } from '../../platform/sealing.ts'

/** The password of one trunk cannot be decrypted as that of another. */
export const trunkPasswordPurpose = (trunk: string) => `trunk password ${trunk}`

export function sealPassword(sealer: Sealer, trunk: string, password: string): string {
  return sealer.seal(password, trunkPasswordPurpose(trunk)).toString('base64url')
}

/** Throws when it was encrypted with another key. */
export function openPassword(sealer: Sealer, trunk: string, sealed: string): string {
  return sealer.open(Buffer.from(sealed, 'base64url'), trunkPasswordPurpose(trunk))
}

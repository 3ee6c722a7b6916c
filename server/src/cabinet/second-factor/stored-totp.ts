import type { PersonRecord } from '../../storage/queries/people.ts'
import type { CabinetDeps } from '../deps.ts'
import { matchingStep } from './totp.ts'

const sealedFor = (personId: number) => `totp ${personId}`

export function sealTotp({ sealer }: Pick<CabinetDeps, 'sealer'>, personId: number, secret: string): Buffer {
  return sealer.seal(secret, sealedFor(personId))
}

/** True once for each code. */
export async function usesTotpCode(
  { sealer, store, clock }: Pick<CabinetDeps, 'sealer' | 'store' | 'clock'>,
  person: PersonRecord,
  code: string,
): Promise<boolean> {
  if (person.sealedTotp === null) return false
  const secret = sealer.open(person.sealedTotp, sealedFor(person.id))
  const step = matchingStep(secret, code.replace(/\s/g, ''), clock.now())
  return step !== undefined && (await store.useTotpStep({ personId: person.id, step }))
}

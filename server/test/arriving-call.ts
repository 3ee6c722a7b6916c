import type { InboundCalls } from '../src/calls/inbound.ts'
import type { CallerIdentity } from '../src/telephony/sip-thread/caller-identity.ts'
import type { InboundCall } from '../src/telephony/telephony.ts'

/** What the SIP thread reports of a call whose network vouches for the number. */
export const assertedIdentity = (number: string): CallerIdentity => ({
  believed: number,
  claimed: number,
  source: 'asserted',
  namedIn: 'asserted',
  verstat: 'none',
  why: 'asserted',
  verstatFromCaller: false,
})

export const plainTrunk = {
  name: 'north',
  trait: 'unknown',
  callersOperator: null,
  callersRegion: null,
} as const

/** Confirms without a look at the caller. */
export const confirmingCall = { callerIdentity: '{}', details: { trunk: 'north' } }

/** A call that its network vouches for, as the SIP thread reports it: matched, then confirmed by its ACK. */
export async function callArrived(
  { inbound }: { readonly inbound: InboundCalls },
  call: InboundCall & { readonly callerE164: string },
): Promise<'matched' | 'unmatched'> {
  const vendorId = await inbound.match(call)
  if (vendorId === undefined) return 'unmatched'
  const confirming = await inbound.judge(vendorId, {
    identity: assertedIdentity(call.callerE164),
    attestation: undefined,
    trunk: { ...plainTrunk, name: call.trunk },
  })
  await inbound.confirm(vendorId, confirming!)
  return 'matched'
}

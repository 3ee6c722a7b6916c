import { Dialects } from '../accounts/dialects.ts'
import { Directory } from '../accounts/directory.ts'
import { RequestTimes } from '../accounts/request-times.ts'
import { BlockedPrefixes } from '../calls/blocked-prefixes.ts'
import { Calls } from '../calls/calls.ts'
import { Catalogue } from '../calls/catalogue.ts'
import { PaidLookups } from '../calls/paid-lookups.ts'
import { PhoneHasher } from '../calls/phone-privacy.ts'
import { Settler } from '../calls/settler.ts'
import { Velocity } from '../calls/velocity.ts'
import { WorkInProgress } from '../platform/work-in-progress.ts'
import { makeClientTokens } from '../verifications/client-tokens.ts'
import { verificationCodes } from '../verifications/codes.ts'
import { Verifications } from '../verifications/verifications.ts'
import { receiverOf } from '../webhooks/receiver.ts'
import { composeInbound } from './compose-inbound.ts'
import { composeNumbering } from './compose-numbering.ts'
import { composeTelephony } from './compose-telephony.ts'
import type { Foundation } from './foundation.ts'

export type Domain = Awaited<ReturnType<typeof composeDomain>>

/** Telephony, numbering, calls and verifications: what the service does, without the ways to ask for it. */
export async function composeDomain(base: Foundation) {
  const { store, clock, random, keyring, sealer, metrics, demo, tracing, settlementFailed } = base
  // SIP opens its sockets while this thread reads the numbering data.
  const [sip, numberingData] = await Promise.all([composeTelephony(base), composeNumbering(base)])
  const telephony = tracing?.telephony(sip.telephony) ?? sip.telephony
  const { numbering, lookup } = numberingData
  const hasher = new PhoneHasher(keyring.phoneHash)
  const catalogue = new Catalogue(store, demo, numbering)
  const directory = new Directory(store, demo)
  const dialects = new Dialects(store, clock)
  const settler = new Settler(store, clock, {
    settled: (state, reason) => metrics.settled.inc({ state, reason }),
    storeTrouble: settlementFailed,
    callcheckReceiver(serviceId) {
      const { callbackUrl = '' } = dialects.of(serviceId) ?? {}
      return callbackUrl === '' ? undefined : receiverOf(new URL(callbackUrl))
    },
    ended: (serviceId) => wakeSender(serviceId),
    stepEnded: (verification, dueStep) => void verifications.stepEnded(verification, dueStep),
  })
  const incoming = composeInbound(base, {
    hasher,
    settler,
    directory,
    dialects,
  })
  const wakeSender = senderWaker(directory, incoming.look)
  sip.opened?.serveInbound(incoming.inbound)
  const velocity = new Velocity(store, clock)
  const blockedPrefixes = new BlockedPrefixes(store)
  const common = { store, clock, random, numbering, hasher, settler, inbound: incoming.inbound }
  const calls = new Calls({
    ...common,
    telephony,
    catalogue,
    onSpendCap: spendCapAlarm(base),
    velocity,
    blockedPrefixes,
  })
  const work = new WorkInProgress(base.overload)
  const verifications = new Verifications({
    ...common,
    codes: verificationCodes(keyring.codeHash, sealer, random),
    directory,
    calls,
    gateways: incoming.gateways,
    isDraining: () => work.isRefused,
    storeTrouble: settlementFailed,
    onChange: wakeSender,
  })
  const lookups = new PaidLookups({ store, clock, random, hasher, lookup, storeTrouble: settlementFailed })
  return {
    sip,
    numberingData,
    numbering,
    telephony,
    hasher,
    catalogue,
    directory,
    dialects,
    requestTimes: new RequestTimes(),
    settler,
    incoming,
    velocity,
    blockedPrefixes,
    calls,
    work,
    verifications,
    clientTokens: makeClientTokens(keyring.clientToken),
    lookups,
  }
}

/**
 * Wakes the sender after a change of a service that has webhook endpoints, as the cache knows it; the sender would look
 * within half a second anyway.
 */
function senderWaker(directory: Directory, look: () => void) {
  const wake = (known: { readonly hasEndpoints: boolean } | undefined) => {
    if (known?.hasEndpoints) look()
  }
  return (serviceId: number): void => {
    const found = directory.find(serviceId)
    if (found instanceof Promise) void found.then(wake).catch(() => {})
    else wake(found)
  }
}

/** Every refusal by a spend cap is counted; the first ones of a service are an alarm and a line of the log. */
function spendCapAlarm({ metrics, alarms, log }: Foundation) {
  return (accountId: number, serviceId: number): void => {
    metrics.capsReached.inc()
    const facts = { accountId, serviceId }
    if (alarms.report('spend-cap', `service:${serviceId}`, facts))
      log.warn({ event: 'spend-cap', ...facts }, 'a spend cap is reached: calls are refused with code 1002')
  }
}

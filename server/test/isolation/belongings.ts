import type { Store } from '../../src/storage/store.ts'
import type { Ids } from './plant.ts'

/**
 * All that a route of the cabinet could change in the first account or in the house, as one text to compare. Not in
 * it is what calls change by themselves while the test runs: calls, holds and captures.
 */
export async function belongingsOf(store: Store, ids: Ids): Promise<string> {
  const { accountId, memberId, sessionId } = ids
  const { balanceUnits: _, heldUnits: __, ...account } = (await store.account(accountId))!
  const ledger = { accountId, before: null, from: null, to: null, vendorId: null, limit: 50 }
  const { status, attemptsLeft } = (await store.verification(ids.verificationId))!
  const seen = {
    verification: { status, attemptsLeft },
    account,
    members: await store.members(accountId),
    invitations: await store.linksOf({ accountId, purpose: 'join-account' }),
    session: await store.session(sessionId),
    sessionsOfMember: (await store.sessionsOf(memberId)).map(({ id }) => id),
    actions: await store.actions({ accountId, before: null, limit: 5 }),
    ownPhone: await store.ownPhone(accountId),
    notice: await store.balanceNotice(accountId),
    topUps: await store.ledgerPage({ ...ledger, kind: 'top-up' }),
    charges: await store.ledgerPage({ ...ledger, kind: 'charge' }),
    services: (await store.services(accountId)).map(
      ({ lastRequestAt: _at, keyUsedAt: _used, ...each }) => each,
    ),
    keys: await store.furtherKeys(ids.serviceId),
    firstSteps: await store.firstSteps(accountId),
    dialect: await store.dialectOf(ids.serviceId),
    webhookSecret: await store.webhookSecret(ids.serviceId),
    delivery: await store.delivery(ids.deliveryId),
    endpoints: await store.endpointsOf(ids.serviceId),
    hooks: await store.hooksOf(ids.serviceId),
    oidcClients: await store.oidcClients(ids.serviceId),
    gateways: await store.gatewaysOf(ids.serviceId),
    voices: await store.ownVoices([0, ids.serviceId]),
    trunks: await store.trunks(),
    ranges: await store.callerRanges(),
    confirmation: await store.confirmationNumbers(),
    tariffs: await store.tariffs(),
    caps: await store.spendCaps(),
    blocked: await store.blockedAddresses(),
    doNotCall: await store.doNotCallList({ limit: 50 }),
    operatorActions: await store.operatorActions({ group: 'changes', before: null, limit: 5 }),
  }
  return JSON.stringify(seen, null, 1)
}

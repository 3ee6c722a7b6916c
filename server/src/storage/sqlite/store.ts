import * as accounts from '../queries/accounts.ts'
import * as notices from '../queries/balance-notices.ts'
import * as closing from '../queries/closing.ts'
import * as deliveries from '../queries/deliveries.ts'
import * as inspection from '../queries/delivery-inspection.ts'
import { earlyMedia } from '../queries/early-media.ts'
import * as entrance from '../queries/entrance.ts'
import * as operator from '../queries/operator.ts'
import * as operatorActions from '../queries/operator-actions.ts'
import * as ownPhones from '../queries/own-phones.ts'
import * as people from '../queries/people.ts'
import { hasRealTelephony } from '../queries/real-telephony.ts'
import * as services from '../queries/services.ts'
import * as sessions from '../queries/sessions.ts'
import { settingsVersion } from '../queries/settings-version.ts'
import { publishedSnapshots, snapshotChunk } from '../queries/snapshots.ts'
import * as trunks from '../queries/trunks.ts'
import * as verifications from '../queries/verifications.ts'
import { webhookSecret } from '../queries/webhook-secrets.ts'
import type { Store, StoreOptions } from '../store.ts'
import { backUp } from './backup.ts'
import { openForReading } from './connection.ts'
import { HeavyReader } from './heavy-reader.ts'
import { embeddedNode, nodesNow } from './nodes.ts'
import type { operations } from './operations.ts'
import { Reader } from './reader.ts'
import { Writer } from './writer.ts'

type Operations = typeof operations

export interface SqliteStoreOptions extends StoreOptions {
  readonly file: string
  /** The writer died and the outcome of its last commit is unknown: the process has to end and recover. */
  readonly onCrash: (error: Error) => void
}

/** The embedded store: one writer thread, point reads on the caller's thread, long reads on their own. */
export async function openSqliteStore({ file, onCrash, ...options }: SqliteStoreOptions): Promise<Store> {
  const writer = await Writer.start(file, options, onCrash)
  const reader = new Reader(openForReading(file))
  const heavy = new HeavyReader(file)
  // Of its own: a page of the cabinet does not wait for an audit.
  const insight = new HeavyReader(file)

  const write = <K extends keyof Operations>(operation: K, input: Parameters<Operations[K]>[1]) =>
    writer.run(operation, input) as Promise<Awaited<ReturnType<Operations[K]>>>

  const numberTraces = async (phoneHash: Uint8Array) => {
    // What the limits remember of the newest calls is not in their table yet.
    let step = await write('fileAdmissions', null)
    while (!step.isDone) step = await write('fileAdmissions', step.upTo)
    return heavy.read('numberTraces', phoneHash)
  }

  /** Ends when the last move of the deadlines is on disk. Until then no deadline can be compared with the new time. */
  let moving: Promise<unknown> = Promise.resolve()
  const afterMoves =
    <I, R>(query: (from: Reader, request: I) => Promise<R>) =>
    async (request: I) => {
      await moving
      return query(reader, request)
    }

  return {
    isShared: false,
    admitCall: (request) => write('admitCall', request),
    admitInbound: (request) => write('admitInbound', request),
    admitRepeat: (request) => write('admitRepeat', request),
    settle: (settlement) => write('settle', settlement),
    charge: (request) => write('charge', request),
    topUp: (request) => write('topUp', request),
    verification: (vendorId) => verifications.verification(reader, vendorId),
    repeatsOf: (firstVendorId) => verifications.repeatsOf(reader, firstVendorId),
    dueVerifications: afterMoves(verifications.dueVerifications),
    openCalls: (request) => verifications.openCalls(reader, request),
    openTestWaits: (request) => verifications.openTestWaits(reader, request),
    waitingFor: afterMoves(verifications.waitingFor),
    ledger: (request) => accounts.ledger(reader, request),
    audit: () => heavy.read('audit'),
    purge: (request) => write('purge', request),
    moveDeadlines(byMs) {
      const moved = write('moveDeadlines', byMs)
      moving = moved.catch(() => {})
      return moved
    },
    // The writer does it between its commits (unique-keys.ts).
    tend: async () => false,
    forgetNumbers: (request) => write('forgetNumbers', request),

    createAccount: (account) => write('createAccount', account),
    account: (id) => accounts.account(reader, id),
    accounts: () => accounts.accounts(reader),
    setAccountStatus: (request) => write('setAccountStatus', request),
    endDemoOf: (request) => write('endDemoOf', request),
    setAccountTariff: (request) => write('setAccountTariff', request),
    setPhoneConfirmed: (request) => write('setPhoneConfirmed', request),
    setPasswordHash: (request) => write('setPasswordHash', request),
    createService: (service) => write('createService', service),
    service: (id) => services.service(reader, id),
    services: (accountId) => services.services(reader, accountId),
    changeService: (change) => write('changeService', change),
    rotateKey: (rotation) => write('rotateKey', rotation),
    recordRequests: (requests) => write('recordRequests', requests),
    recordAction: (accountId, action) => write('recordAction', { accountId, action }),
    actions: (request) => accounts.actions(reader, request),

    tariffs: () => operator.tariffs(reader),
    saveTariff: (tariff) => write('saveTariff', tariff),
    savePrice: (tariff, price) => write('savePrice', { tariff, price }),
    changeTariff: (change) => write('changeTariff', change),
    spendCaps: () => operator.spendCaps(reader),
    changeSpendCap: (change) => write('changeSpendCap', change),
    confirmationNumbers: () => operator.confirmationNumbers(reader),
    addConfirmationNumbers: (request) => write('addConfirmationNumbers', request),
    blockedAddresses: () => operator.blockedAddresses(reader),
    blockAddress: (request) => write('blockAddress', request),
    unblockAddress: (address) => write('unblockAddress', address),
    trunks: () => trunks.trunks(reader),
    saveTrunk: (trunk) => write('saveTrunk', trunk),
    removeTrunk: (name) => write('removeTrunk', name),
    callerRanges: () => trunks.callerRanges(reader),
    addCallerRange: (range) => write('addCallerRange', range),
    removeCallerRange: (range) => write('removeCallerRange', range),
    hasRealTelephony: () => hasRealTelephony(reader),
    earlyMedia: () => earlyMedia(reader),
    countEarlyMedia: (added) => write('countEarlyMedia', added),
    settingsVersion: () => settingsVersion(reader),

    addDoNotCall: (request) => write('addDoNotCall', request),
    removeDoNotCall: (phoneHash) => write('removeDoNotCall', phoneHash),
    isDoNotCall: (phoneHash) => verifications.isDoNotCall(reader, phoneHash),
    doNotCallSince: (phoneHash) => verifications.doNotCallSince(reader, phoneHash),
    numberTraces,
    verificationsOfPhone: (phoneHash) => heavy.read('verificationsOfPhone', phoneHash),
    async erasePhone(phoneHash) {
      const records = await heavy.read('verificationsOfPhone', phoneHash)
      const traces = await numberTraces(phoneHash)
      return write('erasePhone', {
        phoneHash,
        vendorIds: records.map(({ vendorId }) => vendorId),
        serviceIds: traces.map(({ serviceId }) => serviceId),
      })
    },

    recordOperatorAction: (action) => write('recordOperatorAction', action),
    operatorActions: (request) => operatorActions.operatorActions(reader, request),
    removeConfirmationNumbers: (numbers) => write('removeConfirmationNumbers', numbers),
    doNotCallList: (request) => heavy.read('doNotCallList', request),

    person: (of) => people.person(reader, of),
    personByEmail: (of) => people.personByEmail(reader, of),
    personByTelegram: (of) => people.personByTelegram(reader, of),
    operators: () => people.operators(reader),
    memberships: (of) => people.memberships(reader, of),
    members: (of) => people.members(reader, of),
    createPerson: (request) => write('createPerson', request),
    changePerson: (request) => write('changePerson', request),
    useTotpStep: (request) => write('useTotpStep', request),
    useRecoveryCode: (request) => write('useRecoveryCode', request),
    saveMembership: (request) => write('saveMembership', request),
    removeMembership: (request) => write('removeMembership', request),
    session: (of) => sessions.session(reader, of),
    sessionsOf: (of) => sessions.sessionsOf(reader, of),
    link: (of) => sessions.link(reader, of),
    linksOf: (of) => sessions.linksOf(reader, of),
    createSession: (request) => write('createSession', request),
    changeSession: (request) => write('changeSession', request),
    rotateSession: (request) => write('rotateSession', request),
    endSession: (request) => write('endSession', request),
    endSessions: (request) => write('endSessions', request),
    endOldSessions: (request) => write('endOldSessions', request),
    createLink: (request) => write('createLink', request),
    useLink: (request) => write('useLink', request),
    removeLink: (request) => write('removeLink', request),

    actionPage: (of) => entrance.actionPage(reader, of),
    ownPhone: (of) => ownPhones.ownPhone(reader, of),
    accountsWithPhone: (of) => ownPhones.accountsWithPhone(reader, of),
    accountsToErase: () => closing.accountsToErase(reader),
    signUp: (request) => write('signUp', request),
    openAccount: (request) => write('openAccount', request),
    joinAccount: (request) => write('joinAccount', request),
    replacePassword: (request) => write('replacePassword', request),
    replaceEmail: (request) => write('replaceEmail', request),
    changeRole: (request) => write('changeRole', request),
    awaitOwnPhone: (request) => write('awaitOwnPhone', request),
    tryOwnPhone: (request) => write('tryOwnPhone', request),
    closeAccount: (request) => write('closeAccount', request),
    eraseVerifications: (request) => write('eraseVerifications', request),

    dueReceivers: (request) => deliveries.dueReceivers(reader, request),
    claimDeliveries: (claim) => write('claimDeliveries', claim),
    recordAttempt: (report) => write('recordAttempt', report),
    resendDelivery: (request) => write('resendDelivery', request),
    delivery: (vendorId) => inspection.delivery(reader, vendorId),
    deliveries: (filter) => inspection.deliveries(reader, filter),
    attempts: (vendorId) => inspection.attempts(reader, vendorId),
    deliveryBacklog: () => heavy.read('deliveryBacklog'),
    webhookSecret: (serviceId) => webhookSecret(reader, serviceId),
    ensureWebhookSecret: (request) => write('ensureWebhookSecret', request),
    rotateWebhookSecret: (request) => write('rotateWebhookSecret', request),

    verificationPage: (filter) => insight.read('verificationPage', filter),
    findVerifications: (search) => insight.read('findVerifications', search),
    ledgerPage: (filter) => insight.read('ledgerPage', filter),
    statisticsSeries: (query) => insight.read('statisticsSeries', query),
    statisticsTotals: (query) => insight.read('statisticsTotals', query),
    ringTimes: (query) => insight.read('ringTimes', query),
    digest: (request) => write('digest', request),
    nodeId: embeddedNode,
    beatNode: (beat) => write('beatNode', beat),
    leaveNodes: (at) => write('leaveNodes', at),
    nodes: (now) => nodesNow(reader, now),
    takeLease: (request) => write('takeLease', request),
    takeShortCalls: (request) => write('takeShortCalls', request),
    giveBackShortCalls: (request) => write('giveBackShortCalls', request),
    publishedSnapshots: (kind) => publishedSnapshots(reader, kind),
    beginSnapshot: (snapshot) => write('beginSnapshot', snapshot),
    addSnapshotChunk: (chunk) => write('addSnapshotChunk', chunk),
    snapshotChunk: (place) => snapshotChunk(reader, place),
    finishSnapshot: (finished) => write('finishSnapshot', finished),
    useSnapshot: (request) => write('useSnapshot', request),
    deliveryPage: (filter) => insight.read('deliveryPage', filter),
    troubledReceivers: (query) => insight.read('troubledReceivers', query),
    balanceNotice: (accountId) => notices.balanceNotice(reader, accountId),
    saveBalanceNotice: (notice) => write('saveBalanceNotice', notice),
    removeBalanceNotice: (accountId) => write('removeBalanceNotice', accountId),
    takeBalanceCrossings: (request) => write('takeBalanceCrossings', request),

    heartbeat: (at) => write('heartbeat', at),
    // One service on one data folder: there is nobody else.
    alone: (_, work) => work(),
    meta: (name) => operator.meta(reader, name),
    claimMeta: (request) => write('claimMeta', request),
    backup: (target, onProgress) => backUp(file, target, onProgress),
    async close() {
      // The writer last: whoever closes last folds the log into the database file, and a reader may not.
      await heavy.close()
      await insight.close()
      reader.close()
      await writer.close()
    },
  }
}

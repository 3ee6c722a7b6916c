import * as accounts from '../queries/accounts.ts'
import { audit } from '../queries/audit.ts'
import * as notices from '../queries/balance-notices.ts'
import * as closing from '../queries/closing.ts'
import * as deliveries from '../queries/deliveries.ts'
import * as inspection from '../queries/delivery-inspection.ts'
import { deliveryPage, troubledReceivers } from '../queries/delivery-page.ts'
import { countEarlyMedia, earlyMedia } from '../queries/early-media.ts'
import * as entrance from '../queries/entrance.ts'
import { ledgerPage } from '../queries/ledger-page.ts'
import { forgetNumbers } from '../queries/number-limits.ts'
import * as operator from '../queries/operator.ts'
import * as operatorActions from '../queries/operator-actions.ts'
import * as ownPhones from '../queries/own-phones.ts'
import * as people from '../queries/people.ts'
import { hasRealTelephony } from '../queries/real-telephony.ts'
import { replaceEmail } from '../queries/replace-email.ts'
import { findVerifications } from '../queries/search.ts'
import * as services from '../queries/services.ts'
import * as sessions from '../queries/sessions.ts'
import { settingsVersion } from '../queries/settings-version.ts'
import * as snapshots from '../queries/snapshots.ts'
import * as statistics from '../queries/statistics.ts'
import * as trunks from '../queries/trunks.ts'
import { verificationPage } from '../queries/verification-page.ts'
import * as verifications from '../queries/verifications.ts'
import * as secrets from '../queries/webhook-secrets.ts'
import type { Sql } from '../sql.ts'
import { StorageError } from '../storage-error.ts'
import type { Store, StoreOptions } from '../store.ts'
import { alone } from './alone.ts'
import { BatchWriter } from './batch-writer.ts'
import { openLongPool, openPool } from './connection.ts'
import { type DeadlineClock, inDatabaseTime, timeOf } from './database-time.ts'
import { deliveriesInDatabaseTime } from './delivery-time.ts'
import { digest, lockDigest } from './digest.ts'
import { filedIds } from './filed-ids.ts'
import { KeyFilters } from './key-filters.ts'
import { LostCommits } from './lost-commits.ts'
import { migrate } from './migrate.ts'
import { nodeStore } from './nodes.ts'
import { purge, purgeInDatabaseTime } from './purge.ts'
import { runBatch } from './run-batch.ts'
import { serviceRows } from './service-rows.ts'
import { tendingOf } from './tend.ts'
import { read, snapshot, transaction } from './transaction.ts'
import { uniqueOwners } from './unique-owners.ts'
import { VendorIds } from './vendor-ids.ts'

export interface PostgresStoreOptions extends StoreOptions {
  readonly url: string
  /** Past a pooler, for migrations. That it is given means that a pooler stands before `url`. */
  readonly directUrl?: string | undefined
  /** Names this process among those that share the database. */
  readonly nodeId: string
  readonly now: () => number
  readonly deadlinesBy?: DeadlineClock
}

/** The shared store: many nodes on one PostgreSQL. Requests go in batches, everything else in plain transactions. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, directUrl, nodeId, now, numberLimits, deadlinesBy = 'database' } = options
  await migrate(directUrl ?? url)
  const pool = openPool(url)
  const longPool = openLongPool(url)
  const lost = new LostCommits(pool, (request) => batches.run('topUp', { ...request, at: now() }))
  const parts = {
    pool,
    rules: numberLimits,
    ids: new VendorIds(),
    filters: new KeyFilters(),
    lost,
    now,
    deadlinesBy,
    isPooled: directUrl !== undefined,
  }
  const batches = new BatchWriter((requests, whenSent) => runBatch(parts, requests, whenSent))

  const look =
    <I extends unknown[], R>(query: (sql: Sql, ...input: I) => Promise<R>) =>
    (...input: I) =>
      read(pool, (sql) => query(sql, ...input))
  const lookLong =
    <I extends unknown[], R>(query: (sql: Sql, ...input: I) => Promise<R>) =>
    (...input: I) =>
      snapshot(longPool, (sql) => query(sql, ...input))
  const timed = <I extends { readonly now: number }, R>(query: (sql: Sql, request: I) => Promise<R>) =>
    deadlinesBy === 'database' ? inDatabaseTime(query) : query
  const purgeBy = deadlinesBy === 'database' ? purgeInDatabaseTime : purge
  const outbox = deadlinesBy === 'database' ? deliveriesInDatabaseTime : deliveries
  const write =
    <I extends unknown[], R>(query: (sql: Sql, ...input: I) => Promise<R>) =>
    (...input: I) =>
      transaction(pool, (sql) => query(sql, ...input))

  return {
    isShared: true,
    admitCall: (request) => batches.run('admitCall', request),
    admitInbound: (request) => batches.run('admitInbound', request),
    admitRepeat: (request) => batches.run('admitRepeat', request),
    settle: (settlement) => batches.run('settle', settlement),
    charge: (request) => batches.run('charge', request),
    topUp: (request) => batches.run('topUp', request),
    verification: look(verifications.verification),
    repeatsOf: look(verifications.repeatsOf),
    dueVerifications: look(timed(verifications.dueVerifications)),
    openCalls: look(verifications.openCalls),
    openTestWaits: look(timed(verifications.openTestWaits)),
    waitingFor: look(timed(verifications.waitingFor)),
    ledger: look(accounts.ledger),
    audit: lookLong(audit),
    forgetNumbers: write(timed(forgetNumbers)),
    purge: (request) => transaction(longPool, (sql) => purgeBy(sql, request)),
    // They are in the database's time.
    moveDeadlines: async () => {},
    tend: tendingOf(longPool, parts.filters),

    createAccount: write(accounts.createAccount),
    account: look(accounts.account),
    accounts: look(accounts.accounts),
    setAccountStatus: write(accounts.setAccountStatus),
    endDemoOf: write(accounts.endDemoOf),
    setAccountTariff: write(accounts.setAccountTariff),
    setPasswordHash: write(accounts.setPasswordHash),
    setPhoneConfirmed: write(accounts.setPhoneConfirmed),
    createService: write(services.createService),
    service: look(services.service),
    services: look(services.services),
    changeService: write(services.changeService),
    rotateKey: write(services.rotateKey),
    recordRequests: write(services.recordRequests),
    recordAction: (accountId, action) =>
      transaction(pool, (sql) => accounts.recordAction(sql, { accountId, action })),
    actions: look(accounts.actions),

    tariffs: look(operator.tariffs),
    saveTariff: write(operator.saveTariff),
    savePrice: (tariff, price) => transaction(pool, (sql) => operator.savePrice(sql, { tariff, price })),
    changeTariff: write(operator.changeTariff),
    spendCaps: look(operator.spendCaps),
    changeSpendCap: write(operator.changeSpendCap),
    confirmationNumbers: look(operator.confirmationNumbers),
    addConfirmationNumbers: write(operator.addConfirmationNumbers),
    blockedAddresses: look(operator.blockedAddresses),
    blockAddress: write(operator.blockAddress),
    unblockAddress: write(operator.unblockAddress),
    trunks: look(trunks.trunks),
    saveTrunk: write(trunks.saveTrunk),
    removeTrunk: write(trunks.removeTrunk),
    callerRanges: look(trunks.callerRanges),
    addCallerRange: write(trunks.addCallerRange),
    removeCallerRange: write(trunks.removeCallerRange),
    hasRealTelephony: look(hasRealTelephony),
    earlyMedia: look(earlyMedia),
    countEarlyMedia: write(countEarlyMedia),
    settingsVersion: look(settingsVersion),

    addDoNotCall: write(verifications.addDoNotCall),
    removeDoNotCall: write(verifications.removeDoNotCall),
    isDoNotCall: look(verifications.isDoNotCall),
    doNotCallSince: look(verifications.doNotCallSince),
    numberTraces: lookLong(verifications.numberTraces),
    verificationsOfPhone: lookLong(verifications.verificationsOfPhone),
    erasePhone: (phoneHash) =>
      transaction(longPool, async (sql) => {
        const records = await verifications.verificationsOfPhone(sql, phoneHash)
        const traces = await verifications.numberTraces(sql, phoneHash)
        // Nobody files the number again from what it has read before.
        await lockDigest(sql)
        return verifications.erasePhone(sql, {
          phoneHash,
          vendorIds: records.map(({ vendorId }) => vendorId),
          serviceIds: traces.map(({ serviceId }) => serviceId),
        })
      }),

    recordOperatorAction: write(operatorActions.recordOperatorAction),
    operatorActions: look(operatorActions.operatorActions),
    removeConfirmationNumbers: write(operatorActions.removeConfirmationNumbers),
    doNotCallList: lookLong(operatorActions.doNotCallList),

    person: look(people.person),
    personByEmail: look(people.personByEmail),
    personByTelegram: look(people.personByTelegram),
    operators: look(people.operators),
    memberships: look(people.memberships),
    members: look(people.members),
    createPerson: write(people.createPerson),
    changePerson: write(people.changePerson),
    useTotpStep: write(people.useTotpStep),
    useRecoveryCode: write(people.useRecoveryCode),
    saveMembership: write(people.saveMembership),
    removeMembership: write(people.removeMembership),
    session: look(sessions.session),
    sessionsOf: look(sessions.sessionsOf),
    link: look(sessions.link),
    linksOf: look(sessions.linksOf),
    createSession: write(sessions.createSession),
    changeSession: write(sessions.changeSession),
    rotateSession: write(sessions.rotateSession),
    endSession: write(sessions.endSession),
    endSessions: write(sessions.endSessions),
    endOldSessions: write(async (sql, now) =>
      sessions.endOldSessions(sql, deadlinesBy === 'database' ? await timeOf(sql) : now),
    ),
    createLink: write(sessions.createLink),
    useLink: write(sessions.useLink),
    removeLink: write(sessions.removeLink),

    actionPage: look(entrance.actionPage),
    ownPhone: look(ownPhones.ownPhone),
    accountsWithPhone: look(ownPhones.accountsWithPhone),
    accountsToErase: look(closing.accountsToErase),
    signUp: write(entrance.signUp),
    openAccount: write(entrance.openAccount),
    joinAccount: write(entrance.joinAccount),
    replacePassword: write(entrance.replacePassword),
    replaceEmail: write(replaceEmail),
    changeRole: write(entrance.changeRole),
    awaitOwnPhone: write(ownPhones.awaitOwnPhone),
    tryOwnPhone: write(ownPhones.tryOwnPhone),
    closeAccount: write(closing.closeAccount),
    eraseVerifications: (request) =>
      transaction(longPool, async (sql) => {
        await lockDigest(sql)
        await closing.eraseVerifications(sql, request)
      }),

    dueReceivers: look(timed(deliveries.dueReceivers)),
    claimDeliveries: write(outbox.claimDeliveries),
    recordAttempt: write(outbox.recordAttempt),
    resendDelivery: write(outbox.resendDelivery),
    delivery: look(inspection.delivery),
    deliveries: look(inspection.deliveries),
    attempts: look(inspection.attempts),
    deliveryBacklog: lookLong(inspection.deliveryBacklog),
    webhookSecret: look(secrets.webhookSecret),
    ensureWebhookSecret: write(secrets.ensureWebhookSecret),
    rotateWebhookSecret: write(secrets.rotateWebhookSecret),

    verificationPage: (filter) => snapshot(longPool, (sql) => verificationPage(sql, filter, serviceRows)),
    findVerifications: (search) =>
      snapshot(longPool, (sql) => findVerifications(sql, search, { filedIds, uniqueOwners })),
    ledgerPage: lookLong(ledgerPage),
    statisticsSeries: lookLong(statistics.statisticsSeries),
    statisticsTotals: lookLong(statistics.statisticsTotals),
    ringTimes: lookLong(statistics.ringTimes),
    async digest(request) {
      const counted = await transaction(longPool, (sql) => digest(sql, request))
      return counted === 'busy' ? 0 : counted
    },
    deliveryPage: lookLong(deliveryPage),
    troubledReceivers: lookLong(troubledReceivers),
    balanceNotice: look(notices.balanceNotice),
    saveBalanceNotice: write(notices.saveBalanceNotice),
    removeBalanceNotice: write(notices.removeBalanceNotice),
    takeBalanceCrossings: write(notices.takeBalanceCrossings),

    ...nodeStore(pool, nodeId),
    publishedSnapshots: look(snapshots.publishedSnapshots),
    beginSnapshot: write(snapshots.beginSnapshot),
    addSnapshotChunk: write(snapshots.addSnapshotChunk),
    snapshotChunk: look(snapshots.snapshotChunk),
    finishSnapshot: (finished) => transaction(longPool, (sql) => snapshots.finishSnapshot(sql, finished)),
    useSnapshot: write(snapshots.useSnapshot),

    heartbeat: write(operator.heartbeat),
    alone: (name, work) => alone(longPool, name, work),
    meta: look(operator.meta),
    claimMeta: write(operator.claimMeta),
    async backup() {
      throw new StorageError(
        'The database is PostgreSQL: back it up there, with pg_dump or what your provider offers (docs/scale.md).',
      )
    },
    async close() {
      await batches.written()
      await lost.close()
      await batches.close()
      await pool.end()
      await longPool.end()
    },
  }
}

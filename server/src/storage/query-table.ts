import * as accounts from './queries/accounts.ts'
import { adminToken, adminTokens } from './queries/admin-tokens.ts'
import * as alarms from './queries/alarms.ts'
import * as apiRequests from './queries/api-requests.ts'
import { audit, auditSince, carryAudit, lastAudit, saveLastAudit } from './queries/audit.ts'
import * as notices from './queries/balance-notices.ts'
import * as calls from './queries/calls.ts'
import { closeEntries, entriesToClose } from './queries/close-entries.ts'
import * as closing from './queries/closing.ts'
import * as consent from './queries/consent-texts.ts'
import * as conversions from './queries/conversions.ts'
import * as deliveries from './queries/deliveries.ts'
import * as inspection from './queries/delivery-inspection.ts'
import * as dialects from './queries/dialects.ts'
import { hasUndigested } from './queries/digest.ts'
import * as entrance from './queries/entrance.ts'
import * as endpoints from './queries/event-endpoints.ts'
import { factHours, factTotals, groupHours } from './queries/facts.ts'
import * as firstSteps from './queries/first-steps.ts'
import * as gateways from './queries/gateways.ts'
import * as hooks from './queries/hooks.ts'
import { changeInstallation, installationSettings } from './queries/installation.ts'
import { ledgerPage } from './queries/ledger-page.ts'
import { entrySums } from './queries/ledger-sums.ts'
import { dueLookups } from './queries/lookup-holds.ts'
import * as meta from './queries/meta.ts'
import { addCharged, moneyNow, moneyTotals } from './queries/money-totals.ts'
import { numberContracts } from './queries/number-contracts.ts'
import * as numberFacts from './queries/number-facts.ts'
import * as quarantines from './queries/number-quarantines.ts'
import * as oidc from './queries/oidc.ts'
import * as operator from './queries/operator.ts'
import * as log from './queries/operators-log.ts'
import * as ownPhones from './queries/own-phones.ts'
import * as people from './queries/people.ts'
import * as recordings from './queries/recordings.ts'
import { routeCountsSince } from './queries/route-counts.ts'
import { reseal, sealedRows } from './queries/sealed-values.ts'
import * as keys from './queries/service-keys.ts'
import * as services from './queries/services.ts'
import * as sessions from './queries/sessions.ts'
import * as snapshots from './queries/snapshots.ts'
import { failingWebhooks, fewRightKeys, lowBalances } from './queries/troubled-customers.ts'
import * as trunkCounts from './queries/trunk-counts.ts'
import * as trunks from './queries/trunks.ts'
import * as velocity from './queries/velocity.ts'
import { findVerifications, verificationList } from './queries/verification-list.ts'
import * as phones from './queries/verifications.ts'
import { commonWrongCodes } from './queries/wrong-code-marks.ts'
import { wrongTriesOf } from './queries/wrong-codes.ts'
import type { Sql } from './sql.ts'

// All queries that both databases share, each in the table of its kind. The port (store.ts), the operations of the
// SQLite writer and both stores are derived from these four tables: a new query is a function in queries/ and a line
// here.

/** Point reads: a few rows by key. */
export const reads = {
  call: calls.call,
  callsNumbered: calls.callsNumbered,
  repeatsOf: calls.repeatsOf,
  dueCalls: calls.dueCalls,
  hasUndigested,
  dueLookups,
  openCalls: calls.openCalls,
  openTestWaits: calls.openTestWaits,
  waitingFor: calls.waitingFor,
  isDoNotCall: calls.isDoNotCall,
  doNotCallSince: calls.doNotCallSince,
  ledger: accounts.ledger,
  entriesToClose,
  account: accounts.account,
  party: accounts.party,
  accounts: accounts.accounts,
  actions: accounts.actions,
  service: services.service,
  services: services.services,
  tariffs: operator.tariffs,
  spendCaps: operator.spendCaps,
  confirmationNumbers: operator.confirmationNumbers,
  blockedAddresses: operator.blockedAddresses,
  blockedPrefixes: operator.blockedPrefixes,
  pausedPrefixes: velocity.pausedPrefixes,
  trunks: trunks.trunks,
  callerRanges: trunks.callerRanges,
  numberContracts,
  numberQuarantines: quarantines.numberQuarantines,
  consentTexts: consent.consentTexts,
  stepCalls: consent.stepCalls,
  hasRealTelephony: meta.hasRealTelephony,
  installationSettings,
  earlyMedia: trunkCounts.earlyMedia,
  callerSources: trunkCounts.callerSources,
  mediaSigns: trunkCounts.mediaSigns,
  routeCountsSince,
  settingsVersion: meta.settingsVersion,
  storeTime: meta.storeTime,
  lastAudit,
  meta: meta.meta,
  schemaAhead: meta.schemaAhead,
  moneyNow,
  moneyTotals,
  person: people.person,
  personByEmail: people.personByEmail,
  savedViews: people.savedViews,
  personByTelegram: people.personByTelegram,
  users: people.users,
  memberships: people.memberships,
  members: people.members,
  ownersAccounts: people.ownersAccounts,
  session: sessions.session,
  sessionsOf: sessions.sessionsOf,
  link: sessions.link,
  linksOf: sessions.linksOf,
  ownPhone: ownPhones.ownPhone,
  accountsWithPhone: ownPhones.accountsWithPhone,
  accountsToErase: closing.accountsToErase,
  dueReceivers: deliveries.dueReceivers,
  delivery: inspection.delivery,
  deliveryByWebhookId: inspection.deliveryByWebhookId,
  webhookOfCall: inspection.webhookOfCall,
  deliveriesAbout: inspection.deliveriesAbout,
  eventData: inspection.eventData,
  deliveries: inspection.deliveries,
  attempts: inspection.attempts,
  webhookSecret: services.webhookSecret,
  endpoint: endpoints.endpoint,
  endpointsOf: endpoints.endpointsOf,
  eventTargets: endpoints.targetsOf,
  reversals: accounts.reversals,
  firstSteps: firstSteps.firstSteps,
  furtherKeys: keys.furtherKeys,
  hook: hooks.hook,
  hookById: hooks.hookById,
  hooksOf: hooks.hooksOf,
  gatewayById: gateways.gateway,
  gatewaysOf: gateways.gatewaysOf,
  ownVoices: recordings.ownVoices,
  recording: recordings.recording,
  recordingsOf: recordings.recordingsOf,
  allDialects: dialects.allDialects,
  dialectOf: dialects.dialectOf,
  hasOidcClients: oidc.hasOidcClients,
  oidcClient: oidc.oidcClient,
  oidcClients: oidc.oidcClients,
  oidcKeys: oidc.oidcKeys,
  oidcRecord: oidc.oidcRecord,
  oidcSession: oidc.oidcSession,
  unapprovedPageCalls: oidc.unapprovedPageCalls,
  adminToken,
  adminTokens,
  importJobs: snapshots.importJobs,
  openAlarms: alarms.openAlarms,
  pastAlarms: alarms.pastAlarms,
  alarm: alarms.alarm,
  alarmReceivers: alarms.alarmReceivers,
  alarmSilences: alarms.alarmSilences,
  balanceNotice: notices.balanceNotice,
  publishedSnapshots: snapshots.publishedSnapshots,
  snapshotChunk: snapshots.snapshotChunk,
  verification: phones.verification,
  isPhoneDue: phones.isPhoneDue,
  verificationVersions: phones.verificationVersions,
  verificationPage: phones.verificationPage,
  verificationsOfPhone: phones.verificationsOfPhone,
  newestToCheck: phones.newestToCheck,
  verificationOfStep: phones.verificationOfStep,
}

/** Writes: one transaction each. */
export const writes = {
  addCharged,
  restartLifetimes: calls.restartLifetimes,
  noteRejectedCall: calls.noteRejectedCall,
  forgetNumbers: calls.forgetNumbers,
  createAccount: accounts.createAccount,
  setPasswordHash: accounts.setPasswordHash,
  recordAction: accounts.recordAction,
  createService: services.createService,
  rotateKey: services.rotateKey,
  recordRequests: services.recordRequests,
  recordKeyUses: keys.recordKeyUses,
  startFirstSteps: firstSteps.startFirstSteps,
  noteKeyKept: firstSteps.noteKeyKept,
  endFirstSteps: firstSteps.endFirstSteps,
  changeTariff: operator.changeTariff,
  addConfirmationNumbers: operator.addConfirmationNumbers,
  eraseMaskInActions: log.eraseMaskInActions,
  eraseMaskInRequests: apiRequests.eraseMaskInRequests,
  eraseAccountRequests: apiRequests.eraseAccountRequests,
  recordApiRequests: apiRequests.recordApiRequests,
  recordLogLines: log.recordLogLines,
  countPrefixes: velocity.countPrefixes,
  saveTrunk: trunks.saveTrunk,
  addCallerRange: trunks.addCallerRange,
  claimNumberReview: quarantines.claimNumberReview,
  changeNumberQuarantines: quarantines.changeNumberQuarantines,
  countEarlyMedia: trunkCounts.countEarlyMedia,
  countCallerSources: trunkCounts.countCallerSources,
  countMediaSigns: trunkCounts.countMediaSigns,
  heartbeat: meta.heartbeat,
  claimMeta: meta.claimMeta,
  changeInstallation,
  recordRelease: meta.recordRelease,
  replaceMeta: meta.replaceMeta,
  reseal,
  saveView: people.saveView,
  removeView: people.removeView,
  changePerson: people.changePerson,
  useTotpStep: people.useTotpStep,
  useRecoveryCode: people.useRecoveryCode,
  removeMembership: people.removeMembership,
  createSession: sessions.createSession,
  changeSession: sessions.changeSession,
  rotateSession: sessions.rotateSession,
  endSession: sessions.endSession,
  endSessions: sessions.endSessions,
  endOldSessions: sessions.endOldSessions,
  createLink: sessions.createLink,
  useLink: sessions.useLink,
  removeLink: sessions.removeLink,
  signUp: entrance.signUp,
  openAccount: entrance.openAccount,
  joinAccount: entrance.joinAccount,
  replacePassword: entrance.replacePassword,
  replaceEmail: entrance.replaceEmail,
  changeRole: entrance.changeRole,
  awaitOwnPhone: ownPhones.awaitOwnPhone,
  tryOwnPhone: ownPhones.tryOwnPhone,
  eraseCalls: closing.eraseCalls,
  claimDeliveries: deliveries.claimDeliveries,
  recordAttempt: deliveries.recordAttempt,
  recordStepDelivery: gateways.recordStepDelivery,
  resendDelivery: deliveries.resendDelivery,
  saveImportJob: snapshots.saveImportJob,
  noteAlarms: alarms.noteAlarms,
  enqueueAlarmTest: alarms.enqueueAlarmTest,
  ensureWebhookSecret: services.ensureWebhookSecret,
  saveBalanceNotice: notices.saveBalanceNotice,
  removeBalanceNotice: notices.removeBalanceNotice,
  takeBalanceCrossings: notices.takeBalanceCrossings,
  beginSnapshot: snapshots.beginSnapshot,
  addSnapshotChunk: snapshots.addSnapshotChunk,
  finishSnapshot: snapshots.finishSnapshot,
  useSnapshot: snapshots.useSnapshot,
  carryAudit,
  saveLastAudit,
  closeEntries,
  claimDuePhones: phones.claimDuePhones,
  saveOidcRecord: oidc.saveOidcRecord,
  consumeOidcRecord: oidc.consumeOidcRecord,
  removeOidcRecord: oidc.removeOidcRecord,
  revokeOidcGrant: oidc.revokeOidcGrant,
}

/** Long reads that a page of the cabinet waits for. All statements of one read see the same state. */
export const pageReads = {
  ledgerPage,
  entrySums,
  factHours,
  factTotals,
  verificationList,
  findVerifications,
  deliveryPage: inspection.deliveryPage,
  troubledReceivers: inspection.troubledReceivers,
  endpointSums: inspection.endpointSums,
  operatorActions: log.operatorActions,
  apiRequestPage: apiRequests.apiRequestPage,
  apiRequestSums: apiRequests.apiRequestSums,
  countApiRequests: apiRequests.countApiRequests,
  requestAddresses: apiRequests.requestAddresses,
}

/** Long reads of background tasks and commands; a page never queues behind them. */
export const longReads = {
  audit,
  auditSince,
  prefixHour: velocity.prefixHour,
  accountPast: velocity.accountPast,
  conversionsSince: conversions.conversionsSince,
  conversionPast: conversions.conversionPast,
  stepApprovals: conversions.stepApprovals,
  chargedOnDelivery: conversions.chargedOnDelivery,
  groupHours,
  failingWebhooks,
  fewRightKeys,
  lowBalances,
  deliveryBacklog: inspection.deliveryBacklog,
  /** `factTotals` for background tasks: a service whose pages nobody opens needs no thread for them. */
  watchedTotals: factTotals,
  commonWrongCodes,
  numberTotals: numberFacts.numberTotals,
  suspectCallers: numberFacts.suspectCallers,
  numberDays: numberFacts.numberDays,
  doNotCallList: calls.doNotCallList,
  doNotCallAfter: calls.doNotCallAfter,
  numberTraces: calls.numberTraces,
  ownPhonesOf: ownPhones.ownPhonesOf,
  rowsOfPhone: calls.rowsOfPhone,
  callsOfPhone: calls.callsOfPhone,
  verificationsOf: phones.verificationsOf,
  wrongTriesOf,
  oidcRecordsOf: oidc.oidcRecordsOf,
  sealedRows,
}

/** A query as a method of the port: without the connection, and always a promise. */
export type Methods<Table> = {
  [Name in keyof Table]: Table[Name] extends (sql: never, ...input: infer Input) => infer Result
    ? (...input: Input) => Promise<Awaited<Result>>
    : never
}

export type QueryMethods = Methods<typeof reads & typeof writes & typeof pageReads & typeof longReads>

/** A query whose input type only its table knows. */
export type SharedQuery = (sql: Sql, ...input: unknown[]) => Promise<unknown>

// biome-ignore lint/suspicious/noExplicitAny: the inputs of a table's queries have nothing in common
type AnyQuery = (sql: any, ...input: any[]) => unknown

/** The methods for a table of queries; `run` says over which connection or thread a query goes. */
export function methodsFor<Table extends Readonly<Record<string, AnyQuery>>>(
  table: Table,
  run: (query: SharedQuery, name: string, input: unknown[]) => unknown,
): Methods<Table> {
  const methods = Object.entries(table).map(([name, query]) => [
    name,
    (...input: unknown[]) => run(query as SharedQuery, name, input),
  ])
  return Object.fromEntries(methods)
}

import { admitCall } from '../books/admit-call.ts'
import { admitInbound } from '../books/admit-inbound.ts'
import { admitRepeat } from '../books/admit-repeat.ts'
import type { Books } from '../books/books.ts'
import { charge, topUp } from '../books/money.ts'
import { settle } from '../books/settle.ts'
import * as accounts from '../queries/accounts.ts'
import * as notices from '../queries/balance-notices.ts'
import * as closing from '../queries/closing.ts'
import * as deliveries from '../queries/deliveries.ts'
import { countEarlyMedia } from '../queries/early-media.ts'
import * as entrance from '../queries/entrance.ts'
import * as operator from '../queries/operator.ts'
import * as operatorActions from '../queries/operator-actions.ts'
import * as ownPhones from '../queries/own-phones.ts'
import * as people from '../queries/people.ts'
import { replaceEmail } from '../queries/replace-email.ts'
import * as services from '../queries/services.ts'
import * as sessions from '../queries/sessions.ts'
import * as snapshots from '../queries/snapshots.ts'
import * as trunks from '../queries/trunks.ts'
import * as verifications from '../queries/verifications.ts'
import * as secrets from '../queries/webhook-secrets.ts'
import type { WriteOperation } from './batch.ts'
import { digest } from './digest.ts'
import { moveDeadlines } from './move-deadlines.ts'
import { nodeOperations } from './nodes.ts'
import { purge, purgeNumbers, purgeSessions } from './purge.ts'
import { SqliteBooks } from './sqlite-books.ts'
import type { Transaction } from './transaction.ts'

const onBooks =
  <I, R>(decide: (books: Books, input: I) => R) =>
  (tx: Transaction, input: I): R =>
    decide(new SqliteBooks(tx), input)

/** Everything that writes, by the name under which the writer thread is asked for it. */
export const operations = {
  admitCall: onBooks(admitCall),
  admitInbound: onBooks(admitInbound),
  admitRepeat: onBooks(admitRepeat),
  settle: onBooks(settle),
  charge: onBooks(charge),
  topUp: onBooks(topUp),
  digest,
  purge,
  forgetNumbers: purgeNumbers,
  moveDeadlines,
  fileAdmissions: (tx: Transaction, upTo: number | null) => tx.recent.fileStep(upTo),
  createAccount: accounts.createAccount,
  setAccountStatus: accounts.setAccountStatus,
  endDemoOf: accounts.endDemoOf,
  setAccountTariff: accounts.setAccountTariff,
  setPhoneConfirmed: accounts.setPhoneConfirmed,
  setPasswordHash: accounts.setPasswordHash,
  recordAction: accounts.recordAction,
  createService: services.createService,
  changeService: services.changeService,
  rotateKey: services.rotateKey,
  recordRequests: services.recordRequests,
  saveTariff: operator.saveTariff,
  savePrice: operator.savePrice,
  changeTariff: operator.changeTariff,
  changeSpendCap: operator.changeSpendCap,
  addConfirmationNumbers: operator.addConfirmationNumbers,
  blockAddress: operator.blockAddress,
  unblockAddress: operator.unblockAddress,
  saveTrunk: trunks.saveTrunk,
  removeTrunk: trunks.removeTrunk,
  addCallerRange: trunks.addCallerRange,
  removeCallerRange: trunks.removeCallerRange,
  countEarlyMedia,
  heartbeat: operator.heartbeat,
  claimMeta: operator.claimMeta,
  ...nodeOperations,
  beginSnapshot: snapshots.beginSnapshot,
  addSnapshotChunk: snapshots.addSnapshotChunk,
  finishSnapshot: snapshots.finishSnapshot,
  useSnapshot: snapshots.useSnapshot,
  addDoNotCall: verifications.addDoNotCall,
  removeDoNotCall: verifications.removeDoNotCall,
  erasePhone(tx: Transaction, found: Parameters<typeof verifications.erasePhone>[1]) {
    // Whatever is remembered of the number has to stand in the table, or it would come back there.
    tx.recent.fileAll()
    return verifications.erasePhone(tx, found)
  },
  recordOperatorAction: operatorActions.recordOperatorAction,
  removeConfirmationNumbers: operatorActions.removeConfirmationNumbers,
  createPerson: people.createPerson,
  changePerson: people.changePerson,
  useTotpStep: people.useTotpStep,
  useRecoveryCode: people.useRecoveryCode,
  saveMembership: people.saveMembership,
  removeMembership: people.removeMembership,
  createSession: sessions.createSession,
  changeSession: sessions.changeSession,
  rotateSession: sessions.rotateSession,
  endSession: sessions.endSession,
  endSessions: sessions.endSessions,
  endOldSessions: purgeSessions,
  createLink: sessions.createLink,
  useLink: sessions.useLink,
  removeLink: sessions.removeLink,
  signUp: entrance.signUp,
  openAccount: entrance.openAccount,
  joinAccount: entrance.joinAccount,
  replacePassword: entrance.replacePassword,
  replaceEmail,
  changeRole: entrance.changeRole,
  awaitOwnPhone: ownPhones.awaitOwnPhone,
  tryOwnPhone: ownPhones.tryOwnPhone,
  closeAccount: closing.closeAccount,
  eraseVerifications: closing.eraseVerifications,
  claimDeliveries: deliveries.claimDeliveries,
  recordAttempt: deliveries.recordAttempt,
  resendDelivery: deliveries.resendDelivery,
  ensureWebhookSecret: secrets.ensureWebhookSecret,
  rotateWebhookSecret: secrets.rotateWebhookSecret,
  saveBalanceNotice: notices.saveBalanceNotice,
  removeBalanceNotice: notices.removeBalanceNotice,
  takeBalanceCrossings: notices.takeBalanceCrossings,
} satisfies Record<string, WriteOperation>

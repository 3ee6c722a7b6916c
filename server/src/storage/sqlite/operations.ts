import * as accounts from '../queries/accounts.ts'
import * as deliveries from '../queries/deliveries.ts'
import * as operator from '../queries/operator.ts'
import * as services from '../queries/services.ts'
import * as trunks from '../queries/trunks.ts'
import * as verifications from '../queries/verifications.ts'
import * as secrets from '../queries/webhook-secrets.ts'
import { admitCall } from './admit-call.ts'
import { admitInbound } from './admit-inbound.ts'
import { admitRepeat } from './admit-repeat.ts'
import type { WriteOperation } from './batch.ts'
import { charge, topUp } from './money.ts'
import { purge } from './purge.ts'
import { settle } from './settle.ts'

/** Everything that writes, by the name under which the writer thread is asked for it. */
export const operations = {
  admitCall,
  admitInbound,
  admitRepeat,
  settle,
  charge,
  topUp,
  purge,
  createAccount: accounts.createAccount,
  setAccountStatus: accounts.setAccountStatus,
  setAccountTariff: accounts.setAccountTariff,
  setPhoneConfirmed: accounts.setPhoneConfirmed,
  recordAction: accounts.recordAction,
  createService: services.createService,
  changeService: services.changeService,
  rotateKey: services.rotateKey,
  recordRequests: services.recordRequests,
  saveTariff: operator.saveTariff,
  savePrice: operator.savePrice,
  changeTariff: operator.changeTariff,
  saveSpendCap: operator.saveSpendCap,
  addConfirmationNumbers: operator.addConfirmationNumbers,
  blockAddress: operator.blockAddress,
  unblockAddress: operator.unblockAddress,
  saveTrunk: trunks.saveTrunk,
  removeTrunk: trunks.removeTrunk,
  addCallerRange: trunks.addCallerRange,
  removeCallerRange: trunks.removeCallerRange,
  heartbeat: operator.heartbeat,
  claimMeta: operator.claimMeta,
  addDoNotCall: verifications.addDoNotCall,
  removeDoNotCall: verifications.removeDoNotCall,
  erasePhone: verifications.erasePhone,
  claimDeliveries: deliveries.claimDeliveries,
  recordAttempt: deliveries.recordAttempt,
  resendDelivery: deliveries.resendDelivery,
  ensureWebhookSecret: secrets.ensureWebhookSecret,
  rotateWebhookSecret: secrets.rotateWebhookSecret,
} satisfies Record<string, WriteOperation>

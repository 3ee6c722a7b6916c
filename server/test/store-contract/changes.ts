// Queries that stand in the middle of operations, each as an operation of its own: the contract asks both stores for
// what they promise. The thread that writes loads this file.

import { changeAccount, makeReal, reverseTopUp } from '../../src/storage/queries/accounts.ts'
import {
  addAlarmSilence,
  putAlarmReceiver,
  removeAlarmReceiver,
  removeAlarmSilence,
} from '../../src/storage/queries/alarms.ts'
import { addDoNotCall, removeDoNotCall } from '../../src/storage/queries/calls.ts'
import { closeAccount } from '../../src/storage/queries/closing.ts'
import { addConsentText } from '../../src/storage/queries/consent-texts.ts'
import { chargeOnDelivery } from '../../src/storage/queries/conversions.ts'
import { newDeliveries } from '../../src/storage/queries/deliveries.ts'
import { removeDialect, setDialect } from '../../src/storage/queries/dialects.ts'
import * as endpoints from '../../src/storage/queries/event-endpoints.ts'
import * as hooks from '../../src/storage/queries/hooks.ts'
import { bumpSettingsVersion } from '../../src/storage/queries/meta.ts'
import { removeNumberContract, saveNumberContract } from '../../src/storage/queries/number-contracts.ts'
import * as oidc from '../../src/storage/queries/oidc.ts'
import {
  blockAddress,
  changeSpendCap,
  removeConfirmationNumbers,
  unblockAddress,
} from '../../src/storage/queries/operator.ts'
import { createPerson, saveMembership } from '../../src/storage/queries/people.ts'
import type { OperationTx } from '../../src/storage/queries/perform.ts'
import { removeRecordings, saveRecording } from '../../src/storage/queries/recordings.ts'
import { addKey, revokeKey, rotateAdditionalKey } from '../../src/storage/queries/service-keys.ts'
import { changeService, rotateWebhookSecret } from '../../src/storage/queries/services.ts'
import { labelCallerRange, removeCallerRange, removeTrunk } from '../../src/storage/queries/trunks.ts'
import { pausePrefix, resumePrefix } from '../../src/storage/queries/velocity.ts'

const { addEndpoint, changeEndpoint, enqueueTestEvent, removeEndpoint, rotateEndpointSecret } = endpoints

/** An event of a stream whose id is given, as that of a transaction which drew it before others and commits after them. */
function keepEvent(
  sql: OperationTx['sql'],
  {
    endpointId,
    at,
    ...its
  }: { endpointId: number; serviceId: number; id: number; webhookId: string; at: number },
) {
  const kept = { ...its, endpointId, receiver: '', state: 'kept' as const, type: 'call.ended' }
  return sql.run(...newDeliveries.insert({ ...kept, data: '{}', dueAt: at, createdAt: at }))
}

export const changes = {
  changeAccount,
  addAlarmSilence,
  addConsentText,
  addDoNotCall,
  addEndpoint,
  addKey,
  blockAddress,
  changeEndpoint,
  changeService,
  changeSpendCap,
  chargeOnDelivery,
  closeAccount,
  createPerson,
  enqueueTestEvent,
  keepEvent,
  labelCallerRange,
  makeReal,
  pausePrefix,
  putAlarmReceiver,
  removeAlarmReceiver,
  removeAlarmSilence,
  removeCallerRange,
  removeConfirmationNumbers,
  removeDialect,
  removeNumberContract,
  removeDoNotCall,
  removeEndpoint,
  removeRecordings,
  removeTrunk,
  addOidcClient: oidc.addOidcClient,
  removeOidcClient: oidc.removeOidcClient,
  addOidcKeys: oidc.addOidcKeys,
  retireOidcKeys: oidc.retireOidcKeys,
  rotateHook: hooks.rotateHook,
  addHook: hooks.addHook,
  removeHook: hooks.removeHook,
  resumePrefix,
  reverseTopUp,
  revokeKey,
  rotateEndpointSecret,
  rotateAdditionalKey,
  rotateWebhookSecret,
  saveMembership,
  saveNumberContract,
  saveRecording,
  setDialect,
  unblockAddress,
}

type AnyChange = (sql: OperationTx['sql'], input: unknown, ledger: OperationTx['ledger']) => unknown

/** Nodes read their settings again, as after an operation that is logged. */
export const operations = Object.fromEntries(
  Object.entries(changes).map(([name, change]) => [
    name,
    {
      async run({ sql, ledger }: OperationTx, input: unknown) {
        const result = await (change as AnyChange)(sql, input, ledger)
        await bumpSettingsVersion(sql)
        return result
      },
    },
  ]),
)

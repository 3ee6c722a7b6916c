import { sha256 } from '../../platform/sha256.ts'
import { type ChangeName, type Changes, madeId, type Operated, type Operation } from '../operation-records.ts'
import type { MaybePromise, Sql } from '../sql.ts'
import type { AccountLedger } from './account-ledger.ts'
import {
  createAccount,
  makeReal,
  recordAction,
  setAccountStatus,
  setAccountTariff,
  setPhoneConfirmed,
} from './accounts.ts'
import {
  addAlarmReceiver,
  addAlarmSilence,
  changeAlarmReceiver,
  removeAlarmReceiver,
  removeAlarmSilence,
} from './alarms.ts'
import { addDoNotCall, removeDoNotCall } from './calls.ts'
import { closeAccount } from './closing.ts'
import { addConsentText } from './consent-texts.ts'
import { chargeOnDelivery } from './conversion-hours.ts'
import {
  addEndpoint,
  changeEndpoint,
  enqueueTestEvent,
  removeEndpoint,
  rotateEndpointSecret,
} from './event-endpoints.ts'
import { removeHookSecret, replaceHookSecret } from './hook-secrets.ts'
import { addToTotal } from './money-totals.ts'
import { changeNumberRests } from './number-rests.ts'
import {
  addConfirmationNumbers,
  blockAddress,
  changeSpendCap,
  changeTariff,
  unblockAddress,
} from './operator.ts'
import { recordOperatorAction, removeConfirmationNumbers } from './operator-actions.ts'
import { changePerson, createPerson } from './people.ts'
import { reverseTopUp } from './reversals.ts'
import { addKey, revokeKey, rotateFurtherKey } from './service-keys.ts'
import { changeService, createService, rotateKey } from './services.ts'
import { createLink } from './sessions.ts'
import { takeSettingsVersion } from './settings-version.ts'
import { addCallerRanges, labelCallerRanges, removeCallerRanges, removeTrunk, saveTrunk } from './trunks.ts'
import { pausePrefix, resumePrefix } from './velocity.ts'
import { rotateWebhookSecret } from './webhook-secrets.ts'

type Change<Name extends ChangeName> = (
  sql: Sql,
  input: Changes[Name]['input'],
  ledger: AccountLedger,
) => MaybePromise<Changes[Name]['result']>

const changes: { readonly [Name in ChangeName]: Change<Name> } = {
  saveTrunk,
  removeTrunk,
  addCallerRanges,
  removeCallerRanges,
  labelCallerRanges,
  changeNumberRests,
  addConsentText,
  addConfirmationNumbers,
  removeConfirmationNumbers,
  blockAddress,
  unblockAddress,
  addDoNotCall,
  removeDoNotCall,
  changeTariff,
  changeSpendCap,
  topUp,
  reverseTopUp,
  createAccount,
  setAccountStatus,
  makeReal,
  setAccountTariff,
  setPhoneConfirmed,
  closeAccount,
  createService,
  changeService,
  rotateKey,
  addKey,
  rotateFurtherKey,
  revokeKey,
  changePerson,
  createPerson,
  async handOutLink(sql, { link, person }) {
    if (person !== null) await changePerson(sql, person)
    await createLink(sql, link)
  },
  rotateWebhookSecret,
  addEndpoint,
  changeEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  enqueueTestEvent,
  addAlarmReceiver,
  changeAlarmReceiver,
  removeAlarmReceiver,
  addAlarmSilence,
  removeAlarmSilence,
  replaceHookSecret,
  removeHookSecret,
  pausePrefix,
  resumePrefix,
  chargeOnDelivery,
  nothing: () => undefined,
}

/** Results that mean that the change was refused. */
const refusals: ReadonlySet<unknown> = new Set([
  undefined,
  false,
  'name-missing',
  'email-taken',
  'no-such-account',
  'no-such-tariff',
  'has-money',
  'balance-changed',
  'calls-under-way',
  'no-demo',
  'no-top-up',
  'reversed-already',
  'money-spent',
])
/** Changes without a result. */
const silent: ReadonlySet<ChangeName> = new Set(['saveTrunk', 'blockAddress', 'handOutLink', 'nothing'])

/** Stores the change, its log lines and its operation id, all or nothing. */
export async function operate(
  sql: Sql,
  ledger: AccountLedger,
  operation: Operation,
): Promise<Operated<unknown>> {
  const { id, change, input } = operation
  const requestHash = sha256(JSON.stringify([change, withoutVolatile(input)])).toString('hex')
  if (id !== null) {
    const earlier = await sql.get('SELECT request_hash, result FROM operations WHERE id = $1', id)
    if (earlier !== undefined) {
      if (earlier.request_hash !== requestHash) return { kind: 'id-taken' }
      return { kind: 'repeated', result: JSON.parse(String(earlier.result)) }
    }
  }
  const { settingsVersion } = operation
  if (settingsVersion !== null && !(await takeSettingsVersion(sql, settingsVersion))) {
    return { kind: 'outdated' }
  }

  let posted: { readonly accountId: number; readonly entry: number } | undefined
  const watched: AccountLedger = {
    moneyOf: (accountId) => ledger.moneyOf(accountId),
    async post(entry) {
      const made = await ledger.post(entry)
      posted = { accountId: entry.accountId, entry: made.entry }
      return made
    },
  }
  const run = changes[change] as Change<ChangeName>
  const result: unknown = await run(sql, input as never, watched)
  if (refusals.has(result) && !silent.has(change)) return { kind: 'refused', result }

  await record(sql, operation, idOf(result))
  if (id !== null) {
    await sql.run(
      `INSERT INTO operations (id, change, request_hash, result, account_id, entry, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      id,
      change,
      requestHash,
      JSON.stringify(result ?? null),
      posted?.accountId ?? null,
      posted?.entry ?? null,
      operation.at,
    )
  }
  return { kind: 'done', result }
}

async function record(sql: Sql, operation: Operation, made: number): Promise<void> {
  const { operatorAction, accountActions } = operation
  if (operatorAction !== null) {
    const facts = operatorAction.facts
    const named =
      facts === null
        ? null
        : Object.fromEntries(
            Object.entries(facts).map(([name, fact]) => [name, fact === madeId ? made : fact]),
          )
    await recordOperatorAction(sql, { ...operatorAction, facts: named }, operation.id)
  }
  for (const { accountId, action } of accountActions) {
    await recordAction(sql, {
      accountId: accountId === madeId ? made : accountId,
      action: { ...action, action: action.action.replaceAll('{id}', String(made)) },
    })
  }
}

const idOf = (result: unknown) => (result as { readonly id?: number } | null | undefined)?.id ?? 0

/** A retry comes at another time and with new random bytes, but it is the same request: these are not compared. */
function withoutVolatile(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const { at: _, deadKeyHash: __, ...rest } = input as Record<string, unknown>
  return rest
}

/** undefined when there is no such account. */
async function topUp(
  sql: Sql,
  { accountId, amountUnits, note, at }: Changes['topUp']['input'],
  ledger: AccountLedger,
): Promise<number | undefined> {
  if ((await ledger.moneyOf(accountId)) === undefined) return undefined
  const { balanceUnits } = await ledger.post({ accountId, kind: 'top-up', amountUnits, note, at })
  await addToTotal(sql, 'topped_up', amountUnits)
  return balanceUnits
}

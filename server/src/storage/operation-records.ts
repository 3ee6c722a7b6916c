import type { SpendCapChange, SpendCapRecord } from '../books/spend-cap.ts'
import type { TariffChange } from '../books/tariff.ts'
import type { AlarmReceiver, NewAlarmReceiver, NewAlarmSilence } from './alarm-records.ts'
import type { NewConsentText } from './consent-records.ts'
import type { Closing } from './entrance-records.ts'
import type {
  EndpointChange,
  EndpointRecord,
  EndpointRotation,
  NewEndpoint,
  TestEventRequest,
} from './event-records.ts'
import type { HookOf, HookSecretChange } from './hook-records.ts'
import type { FurtherKeyRotation, KeyRecord, NewKey } from './key-records.ts'
import type { NumberRestChange, RangeLabel } from './number-records.ts'
import type { NewOperatorAction } from './operator-records.ts'
import type { NewPerson, OneTimeLink, PersonChange, PersonRecord } from './people-records.ts'
import type {
  AccountRecord,
  AccountStatus,
  ActionRecord,
  KeyRotation,
  NewAccount,
  NewService,
  ServiceChange,
  ServiceRecord,
} from './records.ts'
import type { CallerRangeKey, NewConfirmationNumbers, TrunkRecord } from './trunk-records.ts'
import type { PausedPrefix } from './velocity-records.ts'

/** A change that an operator or an owner makes, stored together with the lines that record it. */

export interface TopUp {
  readonly accountId: number
  readonly amountUnits: number
  readonly note: string
  readonly at: number
}

export interface TopUpReversal {
  readonly accountId: number
  /** The number of the top-up. */
  readonly entry: number
  readonly note: string
  /** Whether the balance may fall below zero. */
  readonly allowsDebt: boolean
  readonly at: number
}

interface ChangeShape<Input, Result> {
  readonly input: Input
  readonly result: Result
}

/** The changes that go through `operate`, each with its input and its result. */
export interface Changes {
  readonly saveTrunk: ChangeShape<TrunkRecord, void>
  readonly removeTrunk: ChangeShape<string, boolean>
  readonly addCallerRanges: ChangeShape<readonly CallerRangeKey[], number>
  readonly removeCallerRanges: ChangeShape<readonly CallerRangeKey[], number>
  /** How many of the ranges exist. */
  readonly labelCallerRanges: ChangeShape<RangeLabel, number>
  /** The new version. */
  readonly addConsentText: ChangeShape<NewConsentText, number>
  /** How many were saved or removed. */
  readonly changeNumberRests: ChangeShape<NumberRestChange, number>
  readonly addConfirmationNumbers: ChangeShape<NewConfirmationNumbers, number>
  readonly removeConfirmationNumbers: ChangeShape<readonly string[], number>
  readonly blockAddress: ChangeShape<{ address: string; note: string; at: number }, void>
  readonly unblockAddress: ChangeShape<string, boolean>
  readonly addDoNotCall: ChangeShape<{ phoneHash: Uint8Array; phoneMask: string; at: number }, boolean>
  readonly removeDoNotCall: ChangeShape<Uint8Array, boolean>
  readonly changeTariff: ChangeShape<TariffChange, 'done' | 'name-missing'>
  readonly changeSpendCap: ChangeShape<SpendCapChange, SpendCapRecord>
  /** The new balance; undefined, and refused, when there is no such account. */
  readonly topUp: ChangeShape<TopUp, number | undefined>
  /** The new balance, or why it is refused. */
  readonly reverseTopUp: ChangeShape<TopUpReversal, number | 'no-top-up' | 'reversed-already' | 'money-spent'>
  readonly createAccount: ChangeShape<NewAccount, AccountRecord | 'email-taken' | 'no-such-tariff'>
  readonly setAccountStatus: ChangeShape<{ id: number; status: AccountStatus; at: number }, boolean>
  /** Takes the play money back, because it would otherwise pay for real calls. */
  readonly makeReal: ChangeShape<{ id: number; at: number }, 'done' | 'no-demo' | 'calls-under-way'>
  readonly setAccountTariff: ChangeShape<
    { id: number; tariff: string; at: number },
    'done' | 'no-such-account' | 'no-such-tariff'
  >
  readonly setPhoneConfirmed: ChangeShape<{ id: number; confirmed: boolean; at: number }, boolean>
  readonly closeAccount: ChangeShape<Closing, 'done' | 'has-money' | 'balance-changed' | 'calls-under-way'>
  readonly createService: ChangeShape<NewService, ServiceRecord | undefined>
  readonly changeService: ChangeShape<ServiceChange, ServiceRecord | undefined>
  readonly rotateKey: ChangeShape<KeyRotation, boolean>
  /** undefined, and refused, when the service has as many as it may. */
  readonly addKey: ChangeShape<NewKey, KeyRecord | undefined>
  /** undefined, and refused, when there is no such key or it was replaced already. */
  readonly rotateFurtherKey: ChangeShape<FurtherKeyRotation, KeyRecord | undefined>
  readonly revokeKey: ChangeShape<number, boolean>
  readonly changePerson: ChangeShape<PersonChange, boolean>
  /** The link, and the changes of its person at the same time. */
  readonly handOutLink: ChangeShape<{ link: OneTimeLink; person: PersonChange | null }, void>
  readonly rotateWebhookSecret: ChangeShape<
    { serviceId: number; sealed: Uint8Array; previousEndsAt: number },
    boolean
  >
  /** undefined, and refused, when the service has as many as it may. */
  readonly addEndpoint: ChangeShape<NewEndpoint, EndpointRecord | undefined>
  readonly changeEndpoint: ChangeShape<EndpointChange, EndpointRecord | undefined>
  readonly removeEndpoint: ChangeShape<number, boolean>
  readonly rotateEndpointSecret: ChangeShape<EndpointRotation, boolean>
  /** The `webhook-id` of the test event. */
  readonly enqueueTestEvent: ChangeShape<TestEventRequest, string | undefined>
  /** False, and refused, when there is no such service. */
  readonly replaceHookSecret: ChangeShape<HookSecretChange, boolean>
  /** False, and refused, when the service has no such hook. */
  readonly removeHookSecret: ChangeShape<HookOf, boolean>
  /** False, and refused, when it is already paused or was allowed again. */
  readonly pausePrefix: ChangeShape<Omit<PausedPrefix, 'allowedUntil'>, boolean>
  readonly resumePrefix: ChangeShape<Pick<PausedPrefix, 'serviceId' | 'prefix' | 'allowedUntil'>, boolean>
  /** False, and refused, when it is charged on delivery already. */
  readonly chargeOnDelivery: ChangeShape<{ serviceId: number; until: number; at: number }, boolean>
  readonly addAlarmReceiver: ChangeShape<NewAlarmReceiver, AlarmReceiver>
  readonly changeAlarmReceiver: ChangeShape<Pick<AlarmReceiver, 'id' | 'kinds' | 'language'>, boolean>
  readonly removeAlarmReceiver: ChangeShape<number, boolean>
  readonly addAlarmSilence: ChangeShape<NewAlarmSilence, number>
  readonly removeAlarmSilence: ChangeShape<number, boolean>
  /** For an action that is recorded but changes nothing in the store. */
  readonly nothing: ChangeShape<null, void>
  readonly createPerson: ChangeShape<NewPerson, PersonRecord | 'email-taken'>
}

export type ChangeName = keyof Changes

/**
 * Stands for the id of the account or service that the change creates: as a number in facts and in `accountId`, as
 * `{id}` in the text of an account's action.
 */
export const madeId = -1

export interface Operation<Name extends ChangeName = ChangeName> {
  /**
   * The unique id of this change. A request with the same id is a retry: it changes nothing and gets the result of the
   * first. null for a change that may be repeated.
   */
  readonly id: string | null
  /**
   * The settings version on which the change was decided: nothing is changed when the settings are newer. null for a
   * change that does not depend on settings.
   */
  readonly settingsVersion: number | null
  readonly at: number
  readonly change: Name
  readonly input: Changes[Name]['input']
  /** The line in the operators' log; null for an action of an owner. */
  readonly operatorAction: NewOperatorAction | null
  /** The lines in the histories of accounts. */
  readonly accountActions: readonly { readonly accountId: number; readonly action: ActionRecord }[]
}

export type Operated<Result> =
  | { readonly kind: 'done' | 'repeated'; readonly result: Result }
  /** The change was refused: nothing was changed and nothing recorded. */
  | { readonly kind: 'refused'; readonly result: Result }
  /** The settings have changed since the decision: decide again. */
  | { readonly kind: 'outdated' }
  /** The id belongs to another change. */
  | { readonly kind: 'id-taken' }

/** A ledger entry to write. */
export interface NewEntry {
  readonly accountId: number
  readonly kind: 'top-up' | 'reversal' | 'charge'
  readonly amountUnits: number
  readonly note: string
  readonly at: number
}

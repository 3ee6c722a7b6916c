import type { DemoMode } from '../accounts/demo-mode.ts'
import type { Directory } from '../accounts/directory.ts'
import type { Installation } from '../accounts/installation.ts'
import type { Passwords } from '../accounts/passwords.ts'
import type { StoreOutage } from '../alarms/store-outage.ts'
import type { Calls } from '../calls/calls.ts'
import type { CallerHashes, PhoneHasher } from '../calls/phone-privacy.ts'
import type { Settings } from '../config/settings.ts'
import type { Mailer } from '../mail/mail.ts'
import type { BackgroundImports } from '../numbering/imports/background-imports.ts'
import type { SnapshotStates } from '../numbering/imports/snapshot-states.ts'
import type { SwappableNumbering } from '../numbering/numbering.ts'
import type { AccessLog } from '../operations/access-log.ts'
import type { Auditor } from '../operations/auditor.ts'
import type { TrunkCheckResult } from '../operations/trunk-check.ts'
import type { AllWays, AllWaysListener } from '../operations/trunk-report.ts'
import type { AddressList } from '../platform/address-list.ts'
import type { Clock } from '../platform/clock.ts'
import type { ConcurrencyLimit } from '../platform/concurrency-limit.ts'
import type { Log } from '../platform/log.ts'
import type { Random } from '../platform/random.ts'
import type { RequestRate } from '../platform/request-rate.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { WorkInProgress } from '../platform/work-in-progress.ts'
import type { DeliveryRecord } from '../storage/queries/deliveries.ts'
import type { Store } from '../storage/store.ts'
import type { OpenedTelephony } from '../telephony/open-telephony.ts'
import type { ClientTokens } from '../verifications/client-tokens.ts'
import type { Verifications } from '../verifications/verifications.ts'
import type { CallbackGuard } from '../webhooks/callback-guard.ts'
import type { WebhookSecrets } from '../webhooks/secrets.ts'
import type { AttemptLimit } from './attempt-limit.ts'
import type { KnownDevices } from './known-devices.ts'
import type { LiveHub } from './live/live-hub.ts'
import type { FirstViewWithinHour } from './operator/first-views.ts'
import type { NodeVitals } from './operator/node-vitals.ts'
import type { OwnPhones } from './own-phones.ts'
import type { Messenger } from './second-factor/messenger.ts'
import type { Sessions } from './sessions.ts'

/** What the cabinet uses of the other modules. */
export interface SharedWithCabinet {
  readonly settings: Settings
  readonly demo: DemoMode
  readonly installation: Pick<Installation, 'settings' | 'currency'>
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly passwords: Passwords
  readonly log: Log
  readonly sealer: Sealer
  readonly hasher: PhoneHasher
  readonly numbering: SwappableNumbering
  readonly calls: Calls
  readonly verifications: Verifications
  readonly clientTokens: ClientTokens
  readonly work: WorkInProgress
  readonly outage: StoreOutage
  readonly directory: Directory
  /** SIP with its trunks; undefined in tests that replace telephony. */
  readonly sip: OpenedTelephony | undefined
  /** Tests every way over a trunk, with a phone or without. */
  readonly checkAllWays: (wanted: AllWays, listener: AllWaysListener) => Promise<TrunkCheckResult[]>
  /** Connections whose request may take longer than others. */
  readonly slowBodies: Pick<WeakSet<object>, 'add' | 'delete'>
  /** Addresses that the operator blocked; replaced when they change. */
  readonly blockedAddresses: () => AddressList
  /** Sign-ins, in the operators' log. */
  readonly accessLog: AccessLog
  readonly auditor: Auditor
  /** Numbering data has changed: this node uses it at once, others within two seconds. */
  readonly lookForSnapshots: () => Promise<void>
  /** Where the service is reached from outside, for links. */
  readonly publicUrl: () => string
  /** Somebody changed a setting here: this node uses it at once, others within two seconds. */
  readonly reload: () => Promise<void>
}

/** Dependencies of the cabinet. */
export interface CabinetDeps extends SharedWithCabinet {
  /** Checks which addresses webhooks may be sent to. */
  readonly callbackGuard: CallbackGuard
  readonly webhookSecrets: WebhookSecrets
  /** The `data` of the event `call.ended` as JSON; undefined once the number was erased. */
  readonly callData: (vendorId: number) => Promise<string | undefined>
  /** Something was put into the outbox: it is sent at once. */
  readonly callerHashOf: CallerHashes
  readonly sendWebhooks: () => void
  readonly sessions: Sessions
  readonly knownDevices: KnownDevices
  /** Limits all requests to the cabinet. */
  readonly requestRate: RequestRate
  /** Of the files of the web app: a page needs dozens of them at once, and one that is refused leaves it empty. */
  readonly fileRate: RequestRate
  /** Limits wrong passwords and second factors. */
  readonly signInLimit: AttemptLimit
  /** Limits calls placed from the cabinet. */
  readonly trialLimit: AttemptLimit
  /** Limits messages to a person: mails and questions in the messenger. */
  readonly messageLimit: AttemptLimit
  readonly mail: Mailer
  /** Undefined where the operator has set up no bot. */
  readonly messenger: Messenger | undefined
  /** What a notice says, as it is sent; null when nobody is left to get it. */
  readonly noticePayload: (delivery: DeliveryRecord) => Promise<string | null>
  readonly ownPhones: OwnPhones
  readonly liveHub: LiveHub
  /** Open streams of events, and exports, of a person: bounds what a stolen cookie can keep busy. */
  readonly streamLimit: ConcurrencyLimit<number>
  readonly exportLimit: ConcurrencyLimit<number>
  readonly trustedProxies: AddressList
  readonly isFirstViewWithinHour: FirstViewWithinHour
  readonly imports: BackgroundImports
  readonly snapshots: SnapshotStates
  readonly vitals: NodeVitals
}

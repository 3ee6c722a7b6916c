import type { EarlyMediaRecord } from './early-media-counts.ts'
import type { PriceRecord, SpendCapChange, SpendCapRecord, TariffRecord } from './records.ts'
import type {
  CallerRangeRecord,
  ConfirmationNumberRecord,
  NewConfirmationNumbers,
  TrunkRecord,
} from './trunk-records.ts'

/** A tariff is made or changed as a whole, so that nobody is ever charged by half of a change. */
export interface TariffChange {
  readonly code: string
  /** A tariff that exists keeps its name when none is given; a new one needs one. */
  readonly name?: string
  /** When it is not given: as before, and no for a new one. */
  readonly chargesFailed?: boolean
  readonly prices: readonly PriceRecord[]
  /** Destinations that lose their price. */
  readonly withoutPrices: readonly Pick<PriceRecord, 'mode' | 'prefix'>[]
}

/** The part of the store that keeps what the operator sets. */
export interface RuleStore {
  tariffs(): Promise<TariffRecord[]>
  saveTariff(tariff: { code: string; name: string; chargesFailed: boolean }): Promise<void>
  savePrice(tariff: string, price: PriceRecord): Promise<boolean>
  changeTariff(change: TariffChange): Promise<'done' | 'name-missing'>
  spendCaps(): Promise<SpendCapRecord[]>
  /** Changes the bounds that are given, 0 being none; returns the cap as it is afterwards. Rejects a prefix that is too long. */
  changeSpendCap(change: SpendCapChange): Promise<SpendCapRecord>
  confirmationNumbers(): Promise<ConfirmationNumberRecord[]>
  /** How many are new. Numbers that are known already are bound to the trunks too. */
  addConfirmationNumbers(request: NewConfirmationNumbers): Promise<number>
  blockedAddresses(): Promise<{ address: string; note: string; createdAt: number }[]>
  blockAddress(request: { address: string; note: string; at: number }): Promise<void>
  unblockAddress(address: string): Promise<boolean>
  trunks(): Promise<TrunkRecord[]>
  saveTrunk(trunk: TrunkRecord): Promise<void>
  removeTrunk(name: string): Promise<boolean>
  callerRanges(): Promise<CallerRangeRecord[]>
  addCallerRange(range: CallerRangeRecord): Promise<'added' | 'known' | 'no-such-trunk'>
  removeCallerRange(range: CallerRangeRecord): Promise<boolean>
  /** A real trunk or number exists or has existed: not one that the demo made. */
  hasRealTelephony(): Promise<boolean>
  /** What followed the 183s of each trunk. */
  earlyMedia(): Promise<EarlyMediaRecord[]>
  /** Adds calls to these counts. */
  countEarlyMedia(added: readonly EarlyMediaRecord[]): Promise<void>
  /** Grows with every change that the operator or an owner makes; nodes poll it. */
  settingsVersion(): Promise<number>
}

import type { PriceRecord, TariffChange, TariffRecord } from '../books/tariff.ts'
import { type Operating, operate } from './operate.ts'
import { OperationRefused, wrongField } from './operation-refused.ts'

const maxPrices = 2_000
const maxNameLength = 200
const tariffCode = /^[a-z0-9_-]{1,32}$/
type Destination = Pick<PriceRecord, 'mode' | 'prefix'>

/** Creates or changes a tariff in one step. Returns the resulting tariff. */
export function changeTariff(operating: Operating, change: TariffChange): Promise<TariffRecord> {
  return save(operating, change.code, () => change)
}

export interface WholeTariff {
  readonly code: string
  readonly name: string
  readonly chargesFailed: boolean
  readonly chargesSuspects: boolean
  /** Steps of /v2 are charged only when their call is approved. */
  readonly chargesOnApproval: boolean
  readonly refusesOwnCodes: boolean
  readonly prices: readonly PriceRecord[]
  /** Refused when a tariff with that code exists. */
  readonly isNew: boolean
}

/** Saves a whole tariff: prices that are not named are removed. */
export function saveTariff(operating: Operating, { isNew, ...tariff }: WholeTariff): Promise<TariffRecord> {
  const named = new Set(tariff.prices.map(destinationOf))
  return save(operating, tariff.code, (before) => {
    if (isNew && before !== undefined) {
      throw new OperationRefused('tariff-taken', 'there is a tariff of that code', { field: 'code' })
    }
    const withoutPrices = (before?.prices ?? []).filter((price) => !named.has(destinationOf(price)))
    return { ...tariff, withoutPrices }
  })
}

async function save(
  operating: Operating,
  code: string,
  changeOf: (before: TariffRecord | undefined) => TariffChange,
): Promise<TariffRecord> {
  if (!tariffCode.test(code)) throw wrongField('code', '1 to 32 small letters, digits, dashes or underscores')
  const find = async () => (await operating.store.tariffs()).find((tariff) => tariff.code === code)
  await operate(operating, async () => {
    const before = await find()
    const change = changeOf(before)
    const name = change.name?.trim()
    if (name === undefined ? before === undefined : name === '') {
      throw new OperationRefused('tariff-name-missing', `"${code}" is new: it needs a name`, {
        field: 'name',
        expected: 'a name',
      })
    }
    if ((name?.length ?? 0) > maxNameLength) throw wrongField('name', `at most ${maxNameLength} characters`)
    if (change.prices.length > maxPrices) throw wrongField('prices', `at most ${maxPrices} prices`)
    if (new Set(change.prices.map(destinationOf)).size < change.prices.length) {
      throw wrongField('prices', 'one price for each mode and prefix')
    }
    return {
      change: 'changeTariff',
      input: { ...change, ...(name === undefined ? {} : { name }) },
      log: { kind: before === undefined ? 'tariff-made' : 'tariff-changed', facts: { tariff: code } },
    }
  })
  return (await find())!
}

function destinationOf({ mode, prefix }: Destination): string {
  return `${mode}:${prefix}`
}

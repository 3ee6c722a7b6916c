import { PriceList } from '../billing/price-list.ts'
import { SpendCaps } from '../fraud/spend-caps.ts'
import type { Store } from '../storage/store.ts'

/** What the operator set, as verification needs it: replaced as a whole when something changes. */
export class Catalogue {
  #prices = new Map<string, PriceList>()
  #caps = new SpendCaps([])
  #confirmationNumbers: readonly string[] = []
  readonly #isDemo: boolean

  constructor(isDemo: boolean) {
    this.#isDemo = isDemo
  }

  async reload(store: Store): Promise<void> {
    const [tariffs, caps, numbers] = await Promise.all([
      store.tariffs(),
      store.spendCaps(),
      store.confirmationNumbers(),
    ])
    this.#prices = new Map(tariffs.map((tariff) => [tariff.code, new PriceList(tariff)]))
    this.#caps = new SpendCaps(caps)
    this.#confirmationNumbers = numbers
      .filter(({ demo }) => this.#isDemo || !demo)
      .map(({ number }) => number)
  }

  get caps(): SpendCaps {
    return this.#caps
  }

  get confirmationNumbers(): readonly string[] {
    return this.#confirmationNumbers
  }

  tariff(code: string): PriceList {
    const list = this.#prices.get(code)
    if (list === undefined) throw new Error(`there is no tariff "${code}"`)
    return list
  }
}

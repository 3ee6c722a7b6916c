import { PriceList } from '../billing/price-list.ts'
import { SpendCaps } from '../fraud/spend-caps.ts'
import type { Store } from '../storage/store.ts'

interface ConfirmationNumbers {
  readonly own: readonly string[]
  readonly demo: readonly string[]
}

/** What the operator set, as verification needs it: replaced as a whole when something changes. */
export class Catalogue {
  #prices = new Map<string, PriceList>()
  #caps = new SpendCaps([])
  #confirmationNumbers: ConfirmationNumbers = { own: [], demo: [] }
  readonly #store: Store
  readonly #isDemo: boolean
  #reloading: Promise<void> = Promise.resolve()

  constructor(store: Store, isDemo: boolean) {
    this.#store = store
    this.#isDemo = isDemo
  }

  /** One after the other, so that an older reading never replaces a newer one. */
  reload(): Promise<void> {
    const read = () => this.#read()
    this.#reloading = this.#reloading.then(read, read)
    return this.#reloading
  }

  async #read(): Promise<void> {
    const [tariffs, caps, numbers] = await Promise.all([
      this.#store.tariffs(),
      this.#store.spendCaps(),
      this.#store.confirmationNumbers(),
    ])
    this.#prices = new Map(tariffs.map((tariff) => [tariff.code, new PriceList(tariff)]))
    this.#caps = new SpendCaps(caps)
    const numbersWhere = (isDemo: boolean) =>
      numbers.filter(({ demo }) => demo === isDemo).map(({ number }) => number)
    this.#confirmationNumbers = { own: numbersWhere(false), demo: this.#isDemo ? numbersWhere(true) : [] }
  }

  get caps(): SpendCaps {
    return this.#caps
  }

  /**
   * Those of the demo reach the simulated carrier only. As with trunks, the demo account has no others, and everybody
   * else is given them only while the operator has none of their own.
   */
  confirmationNumbersFor(account: { readonly demo: boolean }): readonly string[] {
    const { own, demo } = this.#confirmationNumbers
    return account.demo || own.length === 0 ? demo : own
  }

  /** Answers at once for a tariff it knows: that is the hot path. */
  tariff(code: string): PriceList | Promise<PriceList> {
    return this.#prices.get(code) ?? this.#tariffAnew(code)
  }

  /** An account may be on a tariff that was made after the last reload: then the catalogue is read once more. */
  async #tariffAnew(code: string): Promise<PriceList> {
    await this.reload()
    const made = this.#prices.get(code)
    if (made === undefined) throw new Error(`there is no tariff "${code}"`)
    return made
  }
}

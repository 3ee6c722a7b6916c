import type { DemoMode } from '../accounts/demo-mode.ts'
import { PriceList } from '../books/price-list.ts'
import { SpendCaps } from '../books/spend-caps.ts'
import type { Store } from '../storage/store.ts'

interface ConfirmationNumbers {
  readonly own: readonly string[]
  readonly demo: readonly string[]
}

/** The operator's settings that call needs; replaced as a whole when something changes. */
export class Catalogue {
  #prices = new Map<string, PriceList>()
  #caps = new SpendCaps([])
  #confirmationNumbers: ConfirmationNumbers = { own: [], demo: [] }
  readonly #store: Store
  readonly #demo: DemoMode
  #reloading: Promise<void> = Promise.resolve()

  constructor(store: Store, demo: DemoMode) {
    this.#store = store
    this.#demo = demo
  }

  /** Reloads run one after the other, so that an older read never replaces a newer one. */
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
    this.#confirmationNumbers = { own: numbersWhere(false), demo: numbersWhere(true) }
  }

  get caps(): SpendCaps {
    return this.#caps
  }

  /** A demo account cannot call while the demo is off. */
  mayCall(account: { readonly demo: boolean }): boolean {
    return this.#demo.serves(account)
  }

  /** Numbers of the demo reach only the simulated carrier: they are for demo accounts, which use no others. */
  confirmationNumbersFor(account: { readonly demo: boolean }): readonly string[] {
    const { own, demo } = this.#confirmationNumbers
    if (!account.demo) return own
    return this.#demo.isOn ? demo : []
  }

  /** Returns synchronously for a cached tariff: this is the hot path. */
  tariff(code: string): PriceList | Promise<PriceList> {
    return this.#prices.get(code) ?? this.#tariffAnew(code)
  }

  /** An account may have a tariff that was created after the last reload: then the catalogue is read once more. */
  async #tariffAnew(code: string): Promise<PriceList> {
    await this.reload()
    const made = this.#prices.get(code)
    if (made === undefined) throw new Error(`there is no tariff "${code}"`)
    return made
  }
}

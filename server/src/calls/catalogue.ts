import type { DemoMode } from '../accounts/demo-mode.ts'
import { type PriceList, priceList } from '../books/price-list.ts'
import { SpendCaps } from '../books/spend-caps.ts'
import type { Numbering } from '../numbering/phone.ts'
import type { Store } from '../storage/store.ts'
import { ConfirmationNumbers, type ExpectedCaller } from './confirmation-numbers.ts'

/** The operator's settings that call needs; replaced as a whole when something changes. */
export class Catalogue {
  #prices = new Map<string, PriceList>()
  #caps = new SpendCaps([])
  #confirmationNumbers: Readonly<Record<'own' | 'demo', ConfirmationNumbers>> | undefined
  readonly #store: Store
  readonly #demo: DemoMode
  readonly #numbering: Pick<Numbering, 'readE164'>
  #reloading: Promise<void> = Promise.resolve()

  constructor(store: Store, demo: DemoMode, numbering: Pick<Numbering, 'readE164'>) {
    this.#store = store
    this.#demo = demo
    this.#numbering = numbering
  }

  /** Reloads run one after the other, so that an older read never replaces a newer one. */
  reload(): Promise<void> {
    const read = () => this.#read()
    this.#reloading = this.#reloading.then(read, read)
    return this.#reloading
  }

  async #read(): Promise<void> {
    const [tariffs, caps, numbers, trunks] = await Promise.all([
      this.#store.tariffs(),
      this.#store.spendCaps(),
      this.#store.confirmationNumbers(),
      this.#store.trunks(),
    ])
    this.#prices = new Map(tariffs.map((tariff) => [tariff.code, priceList(tariff)]))
    this.#caps = new SpendCaps(caps)
    const networks = new Map(trunks.map(({ name, settings }) => [name, settings.callersOperator]))
    const numbersWhere = (isDemo: boolean) =>
      new ConfirmationNumbers({
        numbers: numbers.filter(({ demo }) => demo === isDemo),
        networkOf: (trunk) => networks.get(trunk) ?? null,
        countryOf: (number) => this.#numbering.readE164(number)?.countryIso ?? '',
      })
    this.#confirmationNumbers = { own: numbersWhere(false), demo: numbersWhere(true) }
  }

  get caps(): SpendCaps {
    return this.#caps
  }

  /** A demo account cannot call while the demo is off. */
  mayCall(account: { readonly demo: boolean }): boolean {
    return this.#demo.serves(account)
  }

  /**
   * In groups, the best for this person first. Numbers of the demo reach only the simulated carrier: they are for demo
   * accounts, which use no others.
   */
  confirmationNumbersFor(
    account: { readonly demo: boolean },
    caller: ExpectedCaller,
  ): readonly (readonly string[])[] {
    if (account.demo && !this.#demo.isOn) return []
    return this.#confirmationNumbers?.[account.demo ? 'demo' : 'own'].for(caller) ?? []
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

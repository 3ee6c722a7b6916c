import type { Store } from '../storage/store.ts'

type DemoSetting = 'auto' | 'on' | 'off'

/**
 * Whether the demo is on. `auto` is on until the first real trunk or number exists. A running service
 * reads it again with every change of the settings, so that the demo ends without a restart.
 */
export class DemoMode {
  readonly setting: DemoSetting
  readonly #store: Pick<Store, 'hasRealTelephony' | 'meta'>
  #isOn = false
  #accountId = 0

  private constructor(setting: DemoSetting, store: Pick<Store, 'hasRealTelephony' | 'meta'>) {
    this.setting = setting
    this.#store = store
  }

  static async read(
    setting: DemoSetting,
    store: Pick<Store, 'hasRealTelephony' | 'meta'>,
  ): Promise<DemoMode> {
    const mode = new DemoMode(setting, store)
    await mode.reload()
    return mode
  }

  get isOn(): boolean {
    return this.#isOn
  }

  async reload(): Promise<void> {
    this.#isOn = this.setting === 'on' || (this.setting === 'auto' && !(await this.#store.hasRealTelephony()))
    this.#accountId = Number((await this.#store.meta(demoAccountMeta)) ?? 0)
  }

  /** Whether the demo is on or the account does not need it. */
  serves(account: { readonly demo: boolean }): boolean {
    return this.#isOn || !account.demo
  }

  /**
   * Whether it is the account of the first run, which belongs to the person who started the service. Strangers may sign
   * up to a demo, so their webhooks may not go to this machine.
   */
  isOwn(account: { readonly id: number; readonly demo: boolean }): boolean {
    return this.#isOn && account.demo && account.id === this.#accountId
  }

  /** The state of the demo in words, for the start of the service. */
  get explanation(): string {
    if (this.setting !== 'auto') return `${this.setting} (RINGKEY_DEMO=${this.setting})`
    return this.#isOn
      ? 'on (RINGKEY_DEMO=auto: until the first real trunk or number is added)'
      : 'off (RINGKEY_DEMO=auto: a real trunk or number was added; RINGKEY_DEMO=on brings the demo back)'
  }
}

/** The name of the `meta` entry with the id of the account that the first run made. */
export const demoAccountMeta = 'demo_account'

/** A hundred roubles: the first balance of a demo account. */
export const playMoneyUnits = 1_000_000

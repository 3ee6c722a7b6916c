import { installationFields } from '../fields/installation-fields.ts'
import { type FieldFault, faultInFields, schemaOfFields } from '../fields/schema.ts'
import { defaultInstallationSettings, type InstallationSettings } from '../storage/queries/installation.ts'
import type { Store } from '../storage/store.ts'
import { isCountry } from './service-settings.ts'

export const installationSchema = schemaOfFields(installationFields)

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** The first wrong setting and what is expected of it; undefined when all are right. */
export function wrongInstallationSetting(changed: Partial<InstallationSettings>): FieldFault | undefined {
  const settings = { ...defaultInstallationSettings, ...changed }
  return faultInFields(installationFields, installationSchema, settings, {
    currency: (code) => currencies.has(code),
    topUpUrl: (address) => address === 'null' || URL.canParse(address),
    defaultCountries: isCountry,
  })
}

/** The settings of the installation. A running service reads them again with every change of what is stored. */
export class Installation {
  readonly #store: Pick<Store, 'installationSettings'>
  #settings = defaultInstallationSettings

  private constructor(store: Pick<Store, 'installationSettings'>) {
    this.#store = store
  }

  static async read(store: Pick<Store, 'installationSettings'>): Promise<Installation> {
    const installation = new Installation(store)
    await installation.reload()
    return installation
  }

  get settings(): InstallationSettings {
    return this.#settings
  }

  get currency(): string {
    return this.#settings.currency
  }

  async reload(): Promise<void> {
    this.#settings = await this.#store.installationSettings()
  }
}

import { defaultsOf, type ValuesOf } from '../../fields/field.ts'
import { installationFields } from '../../fields/installation-fields.ts'
import type { Sql } from '../sql.ts'
import { meta, setMeta } from './meta.ts'

export type InstallationSettings = ValuesOf<typeof installationFields>

export const defaultInstallationSettings: InstallationSettings = defaultsOf(installationFields)

/** The name of the `meta` entry that has what differs from the defaults, as JSON. */
export const installationEntry = 'installation'

/** Of the stored entry, if there is one. */
export const settingsOf = (stored: unknown): InstallationSettings => ({
  ...defaultInstallationSettings,
  ...JSON.parse(String(stored ?? '{}')),
})

export const installationSettings = async (sql: Sql) => settingsOf(await meta(sql, installationEntry))

/** For the facts of a log line: a line without a currency is of one in roubles. */
export async function foreignCurrency(sql: Sql): Promise<{ readonly currency?: string }> {
  const { currency } = await installationSettings(sql)
  return currency === defaultInstallationSettings.currency ? {} : { currency }
}

/** Returns all settings after the change. */
export async function changeInstallation(
  sql: Sql,
  changed: Partial<InstallationSettings>,
): Promise<InstallationSettings> {
  const settings = { ...(await installationSettings(sql)), ...changed }
  const defaults: Readonly<Record<string, unknown>> = defaultInstallationSettings
  const own = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]),
  )
  await setMeta(sql, installationEntry, JSON.stringify(Object.fromEntries(own)))
  return settings
}

/** The secret by which links to the top-up address are signed, sealed. */
export const topUpSecretMeta = 'top_up_secret'

/** Whether an account exists that is not of the demo: amounts have a currency from then on. */
export async function hasRealAccount(sql: Sql): Promise<boolean> {
  return (await sql.get`SELECT 1 AS found FROM accounts WHERE demo = 0 LIMIT 1`) !== undefined
}

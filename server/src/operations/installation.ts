import { Type } from 'typebox'
import { installationSchema, wrongInstallationSetting } from '../accounts/installation.ts'
import { namesOf as fieldsOf } from '../fields/field.ts'
import { installationFields } from '../fields/installation-fields.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import { followCurrency } from '../storage/queries/accounts.ts'
import type { InstallationSettings } from '../storage/queries/installation.ts'
import * as installation from '../storage/queries/installation.ts'
import { setMeta } from '../storage/queries/meta.ts'
import { type Changes, changesOf, isEmpty } from './changes.ts'
import { settingsOf } from './fields.ts'
import { type FullContext, type OperationContext, operation } from './operation.ts'
import { changed, fieldNames } from './wording.ts'

const [english, russian] = fieldNames(installationFields, {})

export const changeInstallation = operation({
  name: 'installation.change',
  about: 'Change the settings of the installation; running services take them within seconds',
  log: ({ changes }: { changes: Changes }) => [
    `settings of the installation changed: ${changed(changes, english)}`,
    `изменены настройки установки: ${changed(changes, russian)}`,
  ],
  api: { scope: 'dangerous', path: '/installation' },
  needsProof: true,
  input: Type.Object({
    settings: Type.Unsafe<Partial<InstallationSettings>>(settingsOf(installationSchema)),
  }),
  async run({ sql, log }, { settings }) {
    const unknown = Object.keys(settings).find((name) => !Object.hasOwn(installationFields, name))
    if (unknown !== undefined) throw wrongField(unknown, 'a setting that the installation has')
    const fault = wrongInstallationSetting(settings)
    if (fault !== undefined) throw wrongField(fault.field, fault.expected)
    const before = await installation.installationSettings(sql)
    if (settings.currency !== undefined && settings.currency !== before.currency) {
      if (await installation.hasRealAccount(sql))
        throw new OperationRefused(
          'currency-fixed',
          `the currency stays ${before.currency}: there are accounts whose balances and prices are in it`,
          { field: 'currency' },
        )
      await followCurrency(sql, before.currency, settings.currency)
    }
    const after = await installation.changeInstallation(sql, settings)
    const changes = changesOf(before, after, fieldsOf(installationFields))
    if (!isEmpty(changes)) log({ changes })
    return after
  },
})

const secretBytes = 32

export const newTopUpSecret = operation({
  name: 'installation.top-up-secret',
  about: 'Make a new secret for the links to the top-up address; it is shown once, and ends the one before',
  log: (_: Readonly<Record<string, never>>) => [
    'new secret for the links to the top-up address',
    'новый секрет для ссылок на адрес пополнения',
  ],
  api: { scope: 'dangerous', path: '/installation/top-up-secret' },
  isIndependent: true,
  needsProof: true,
  input: Type.Object({}),
  prepare({ random, sealer }: OperationContext & Pick<FullContext, 'random' | 'sealer'>) {
    const secret = random.bytes(secretBytes).toString('hex')
    const { topUpSecretMeta: name } = installation
    return { secret, name, value: sealer.seal(secret, name).toString('base64url') }
  },
  async run({ sql, log }, { name, value }) {
    await setMeta(sql, name, value)
    log({})
  },
  answer: (_, __, { secret }) => ({ secret }),
})

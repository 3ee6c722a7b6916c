import { Type } from 'typebox'
import { installationSchema, wrongInstallationSetting } from '../accounts/installation.ts'
import { namesOf as fieldsOf } from '../fields/field.ts'
import { installationFields } from '../fields/installation-fields.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import type { InstallationSettings } from '../storage/queries/installation.ts'
import * as installation from '../storage/queries/installation.ts'
import { type Changes, changesOf, isEmpty } from './changes.ts'
import { settingsOf } from './fields.ts'
import { operation } from './operation.ts'
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
    if (
      settings.currency !== undefined &&
      settings.currency !== before.currency &&
      (await installation.hasRealAccount(sql))
    )
      throw new OperationRefused(
        'currency-fixed',
        `the currency stays ${before.currency}: there are accounts whose balances and prices are in it`,
        { field: 'currency' },
      )
    const after = await installation.changeInstallation(sql, settings)
    const changes = changesOf(before, after, fieldsOf(installationFields))
    if (!isEmpty(changes)) log({ changes })
    return after
  },
})

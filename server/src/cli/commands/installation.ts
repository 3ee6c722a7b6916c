import { namesOf } from '../../fields/field.ts'
import { installationFields } from '../../fields/installation-fields.ts'
import { readWritten, writtenName, writtenValue } from '../../fields/written.ts'
import { changeInstallation, newTopUpSecret } from '../../operations/installation.ts'
import { perform } from '../../operations/perform.ts'
import { isRefused, wrongField } from '../../storage/operation-refused.ts'
import { defaultInstallationSettings, type InstallationSettings } from '../../storage/queries/installation.ts'
import { table } from '../columns.ts'
import { defineCommand, operand } from '../command.ts'
import { operationCommand } from '../operation-command.ts'
import { oneOf, text } from '../readings.ts'

const names = namesOf(installationFields)
const rowsOf = (settings: InstallationSettings, shown = names) =>
  shown.map((name) => {
    const value = writtenValue(installationFields[name], settings[name])
    const usual = writtenValue(installationFields[name], defaultInstallationSettings[name])
    return [writtenName(name), value, value === usual ? '' : usual, installationFields[name].en.join('. ')]
  })
const headings = ['SETTING', 'VALUE', 'DEFAULT', 'WHAT IT IS']

const show = defineCommand({
  words: 'installation show',
  summary: 'Show the settings of the installation',
  async run({ open }) {
    const settings = await (await open()).store.installationSettings()
    return { json: settings, text: table(headings, rowsOf(settings), '') }
  },
})

const set = defineCommand({
  words: 'installation set',
  summary: changeInstallation.about,
  operands: {
    name: operand('SETTING', oneOf(...names.map(writtenName))),
    value: operand('VALUE', text('its value, as installation show writes it')),
  },
  begins: true,
  async run({ operands: { name: typed, value }, open }) {
    const name = names.find((each) => writtenName(each) === typed)!
    const asked = { settings: { [name]: readWritten(installationFields[name], value) } }
    const settings = await perform(await open(), changeInstallation, asked).catch((error: unknown) => {
      throw isRefused(error) && error.expected !== undefined ? wrongField(typed, error.expected) : error
    })
    return { json: settings, text: table(headings, rowsOf(settings, [name]), '') }
  },
})

const topUpSecret = operationCommand(
  newTopUpSecret,
  { words: 'installation top-up-secret', operands: {} },
  ({ secret }) => ({
    json: { secret },
    text: `The secret of the links to the top-up address, shown this once:\n${secret}\n`,
  }),
)

export const installationCommands = [show, set, topUpSecret]

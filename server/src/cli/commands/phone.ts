import { readSettings } from '../../config/settings.ts'
import { perform } from '../../operations/perform.ts'
import { promptsImported } from '../../operations/recorded.ts'
import { languages } from '../../platform/languages.ts'
import { type ImportPrompts, importPrompts } from '../../telephony/prompts/import-prompts.ts'
import { pieceNames } from '../../telephony/prompts/voice.ts'
import { defineCommand, flag, needed, one, operand } from '../command.ts'
import { readPhone } from '../finding.ts'
import { oneOf, phoneText, text } from '../readings.ts'
import type { Terminal } from '../terminal.ts'

const folderOf = ({ environment }: Terminal) => readSettings(environment).RINGKEY_DATA

const watch = defineCommand({
  words: 'dev phone',
  summary: 'Act as the demo phone: show the caller, answer, play the speech',
  options: {
    save: one('FOLDER', 'where recordings are kept (phone in the data folder)', text('a folder')),
    answer: flag('answer every call'),
    once: flag('end after the first call'),
  },
  async run({ options, terminal, json }) {
    const choices = {
      dataFolder: folderOf(terminal),
      ...(options.save === undefined ? {} : { save: options.save }),
      answers: options.answer,
      once: options.once,
      json,
    }
    const { runPhone } = await import('../../../../dev/phone/run-phone.ts')
    await runPhone(choices, { input: process.stdin, output: process.stdout })
  },
})

const dial = defineCommand({
  words: 'dev phone dial',
  summary: 'Call a confirmation number from the demo phone',
  operands: { number: operand('NUMBER', phoneText) },
  options: { from: needed('NUMBER', 'the number that calls', phoneText) },
  async run({ operands, options, terminal, open }) {
    const context = await open()
    const { e164: from } = await readPhone(context, terminal, options.from)
    const { e164: to } = await readPhone(context, terminal, operands.number)
    // Loaded when it is used: the service itself needs nothing of dev/.
    const { phoneClient } = await import('../../../../dev/phone/phone-client.ts')
    const { writtenNumber } = await import('../../../../dev/phone/written-number.ts')
    const result = await phoneClient(folderOf(terminal)).dial(from, to)
    return {
      json: { from, to, result },
      text: `${writtenNumber(from)} calls ${writtenNumber(to)}: ${result}\n`,
    }
  },
})

const prompts = defineCommand({
  words: 'prompts import',
  summary: 'Use recordings of your own: a folder in the layout of Asterisk sound packages',
  operands: { folder: operand('FOLDER', text('a folder')) },
  options: { language: needed('LANGUAGE', 'of the recordings', oneOf(...languages)) },
  async run({ operands, options: { language }, terminal, open }) {
    const context = await open()
    const wanted = { from: operands.folder, language, dataFolder: folderOf(terminal) }
    importRecordings(wanted, (line) => terminal.out(line))
    await perform(context, promptsImported, { language })
  },
})

export const phoneCommands = [watch, dial, prompts]

/** `ringkey prompts import FOLDER --language ru`: throws a `PromptError` that names the faulty file. */
export function importRecordings(wanted: ImportPrompts, out: (text: string) => void): void {
  const { folder, imported, missing } = importPrompts(wanted)
  out(`${imported.length} recordings are in ${folder}; calls in "${wanted.language}" use them from now on.\n`)
  // The greeting says why we call where no announcement is recorded.
  const { press, announcement } = pieceNames
  const silent = missing.filter((name) => name !== press && name !== announcement)
  if (silent.length > 0)
    out(`Not recorded, and left out of the speech so that no second voice joins in: ${silent.join(', ')}.\n`)
  if (missing.includes(press)) out(`Not recorded, and asked by the built-in voice: ${press}.\n`)
}

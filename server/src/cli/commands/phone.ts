import { readSettings } from '../../config/settings.ts'
import { defineCommand, flag, needed, one, operand } from '../command.ts'
import { readPhone } from '../finding.ts'
import { phoneText, text } from '../readings.ts'
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

export const phoneCommands = [watch, dial]

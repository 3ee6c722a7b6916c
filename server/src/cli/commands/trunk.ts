import { sipSettingsOf } from '../../app/sip-settings.ts'
import type { TrunkOperating } from '../../operations/trunks.ts'
import { presetNames, trunkPresets } from '../../telephony/trunks/trunk-presets.ts'
import { defineCommand, flag, one, operand, optional, type Reading, rest } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { UsageError } from '../failures.ts'
import { oneOf, phoneText, text } from '../readings.ts'
import type { Terminal } from '../terminal.ts'
import { incomingByMetrics } from '../trunk/next-incoming.ts'
import { testAllWays } from '../trunk/trunk-all-ways.ts'
import { addTrunk, listTrunks, removeTrunk, setTrunk, showTrunk } from '../trunk/trunk-commands.ts'
import { testTrunk } from '../trunk/trunk-test.ts'

const name = operand('NAME', text('the name of a trunk'))
const fieldAndValue: Reading<readonly [field: string, value: string]> = {
  expected: 'FIELD=VALUE such as host=sip.carrier.example (docs/trunks.md lists the fields)',
  read(typed) {
    const [, field, value] = /^([A-Za-z-]+)=(.*)$/s.exec(typed) ?? []
    return field === undefined || value === undefined ? undefined : [field, value]
  },
}
const fields = rest('FIELD=VALUE', fieldAndValue)
const password = flag('read the password from standard input')
const noPassword = flag('remove the password')

const trunkContext = (context: CommandContext): TrunkOperating => context

/** Not an argument, because other users of the machine can read the command line. */
async function passwordOf(terminal: Terminal, wanted: boolean): Promise<{ password?: string }> {
  return wanted ? { password: await terminal.readLine() } : {}
}

const add = defineCommand({
  words: 'trunk add',
  summary: 'Add a SIP trunk',
  operands: { name, fields },
  options: {
    like: one('PRESET', `start with the settings for ${presetNames.join(', ')}`, oneOf(...presetNames)),
    demo: flag('for the calls of demo accounts; its host must be on this machine'),
    password,
  },
  begins: true,
  async run({ operands, options, terminal, open }) {
    const settings = Object.fromEntries(operands.fields)
    const context = trunkContext(await open())
    return addTrunk(context, {
      name: operands.name,
      settings,
      demo: options.demo,
      ...(options.like === undefined ? {} : { preset: trunkPresets[options.like] }),
      ...(await passwordOf(terminal, options.password)),
    })
  },
})

const set = defineCommand({
  words: 'trunk set',
  summary: 'Change fields of a trunk; the service follows within 2 seconds',
  operands: { name, fields },
  options: { password, 'no-password': noPassword },
  async run({ operands, options, terminal, open }) {
    const settings = Object.fromEntries(operands.fields)
    const secret = options['no-password'] ? { password: null } : await passwordOf(terminal, options.password)
    return setTrunk(trunkContext(await open()), { name: operands.name, settings, ...secret })
  },
})

const list = defineCommand({
  words: 'trunk list',
  summary: 'Show the trunks',
  operands: {},
  options: {},
  run: async ({ open }) => listTrunks(trunkContext(await open())),
})

const show = defineCommand({
  words: 'trunk show',
  summary: 'Show the fields of a trunk and what was learned from its calls: 183, callers, quality',
  operands: { name },
  options: {},
  run: async ({ operands, open }) => showTrunk(trunkContext(await open()), operands.name),
})

const remove = defineCommand({
  words: 'trunk remove',
  summary: 'Remove a trunk and its numbers',
  operands: { name },
  options: {},
  run: async ({ operands, open }) => removeTrunk(trunkContext(await open()), operands.name),
})

const test = defineCommand({
  words: 'trunk test',
  summary: 'Place one real call over a trunk, or test every way that it is used, and print the SIP dialogue',
  operands: { name, number: optional('NUMBER', phoneText) },
  options: {
    mode: one('MODE', 'flash, voice or mix', oneOf('flash', 'voice', 'mix')),
    'all-ways': flag(
      'registration, OPTIONS, calls to --phone, a call to us; prints a report for the carrier',
    ),
    phone: one('NUMBER', 'with --all-ways: the phone to call', phoneText),
    report: one(
      'FILE',
      'with --all-ways: also write the report to this file, and the received audio to FILE.wav',
      text('a file'),
    ),
  },
  async run({ operands, options, terminal, json, open }) {
    const { name, number } = operands
    const { mode, phone, report } = options
    const isWhole = options['all-ways']
    if (isWhole ? number !== undefined || mode !== undefined : phone !== undefined || report !== undefined)
      throw new UsageError(
        'trunk test: --phone and --report go with --all-ways; NUMBER and --mode go without it',
      )
    if (!isWhole && number === undefined)
      throw new UsageError(`trunk test: NUMBER is missing: expected ${phoneText.expected}`)
    const context = await open()
    const { settings } = context
    const tests = {
      ...trunkContext(context),
      numbering: context.numbering,
      sip: sipSettingsOf(settings),
      dataFolder: settings.RINGKEY_DATA,
      // With --json only the result is printed.
      write: (line: string) => (json ? terminal.err : terminal.out)(`${line}\n`),
      random: terminal.random,
    }
    if (!isWhole) return testTrunk(tests, { name, number: number!, mode: mode ?? 'flash' })
    const metrics = `http://${settings.RINGKEY_METRICS_HOST}:${settings.RINGKEY_METRICS_PORT}/metrics`
    const nextIncoming = await incomingByMetrics(metrics, terminal.clock)
    const interrupted = new AbortController()
    void terminal.interrupted().then(() => interrupted.abort())
    return testAllWays(
      { ...tests, nextIncoming, clock: terminal.clock, signal: interrupted.signal },
      { name, phone, file: report },
    )
  },
})

export const trunkCommands = [add, list, show, set, test, remove]

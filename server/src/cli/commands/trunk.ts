import { sipSettingsOf } from '../../app/sip-settings.ts'
import { namesOf } from '../../fields/field.ts'
import { trunkFields } from '../../fields/trunk-fields.ts'
import { readWritten, writtenName } from '../../fields/written.ts'
import { addTrunk, changeTrunk, findTrunk, isInUse, removeTrunk, trunkView } from '../../operations/trunks.ts'
import { simulatorTrunk } from '../../telephony/demo-trunk.ts'
import { presetNames, trunkPresets } from '../../telephony/trunks/trunk-presets.ts'
import { listing } from '../columns.ts'
import { defineCommand, flag, one, operand, optional, type Reading } from '../command.ts'
import { confirm } from '../confirm.ts'
import { UsageError } from '../failures.ts'
import { operationCommand } from '../operation-command.ts'
import { oneOf, phoneText, text, trunkName } from '../readings.ts'
import type { Terminal } from '../terminal.ts'
import { healthText, readHealth } from '../trunk/trunk-health.ts'
import { testTrunk } from '../trunk/trunk-test.ts'
import { showTrunk, trunkJson, trunkText } from '../trunk/trunk-view.ts'
import { counted } from '../wording.ts'

const name = operand('NAME', trunkName)

/** `host=sip.example.com`, `calls-at-once=30` … */
const fieldAndValue: Reading<readonly [field: string, value: unknown]> = {
  expected: 'FIELD=VALUE such as host=sip.carrier.example (docs/trunks.md lists the fields)',
  read(typed) {
    const [, field, value] = /^([A-Za-z-]+)=(.*)$/s.exec(typed) ?? []
    if (field === undefined || value === undefined) return undefined
    const names = namesOf(trunkFields)
    const known = names.find((each) => writtenName(each) === field || each === field)
    if (known === undefined)
      throw new UsageError(`${field}: there is no such field; there are ${names.map(writtenName).join(', ')}`)
    return [known, readWritten(trunkFields[known], value)]
  },
}
const fieldsAndPassword = {
  operands: { name: 'NAME', settings: 'FIELD=VALUE' },
  options: { name: { reading: name.reading }, settings: { reading: fieldAndValue } },
}
const passwordOption = { password: flag('read the password from standard input') }

/** The password is not an argument, because other users of the machine can read the command line. */
async function adapt(
  input: { settings: object; password?: string | null },
  { options, terminal }: { readonly options: Readonly<Record<string, unknown>>; readonly terminal: Terminal },
) {
  input.settings = Object.fromEntries(input.settings as readonly [string, unknown][])
  if (options.password) input.password = await terminal.readLine()
  if (options['no-password']) input.password = null
}

const shown = (trunk: Parameters<typeof trunkText>[0]) => ({ json: trunkJson(trunk), text: trunkText(trunk) })

const add = operationCommand(
  addTrunk,
  {
    ...fieldsAndPassword,
    words: 'trunk add',
    flags: ['demo'],
    more: {
      ...passwordOption,
      like: one('PRESET', `start with the settings for ${presetNames.join(', ')}`, oneOf(...presetNames)),
    },
    async adapt(input, typed) {
      await adapt(input, typed)
      const preset = typed.options.like as (typeof presetNames)[number] | undefined
      if (preset !== undefined) input.settings = { ...trunkPresets[preset], ...input.settings }
    },
    begins: true,
  },
  shown,
)

const set = operationCommand(
  changeTrunk,
  {
    ...fieldsAndPassword,
    words: 'trunk set',
    more: { ...passwordOption, 'no-password': flag('remove the password') },
    adapt,
  },
  shown,
)

const remove = operationCommand(removeTrunk, {
  words: 'trunk remove',
  operands: { name: 'NAME' },
  options: { name: { reading: name.reading } },
  more: { yes: flag('do not ask, although it is in use') },
  async adapt({ name: wanted }, { options, terminal, open }) {
    if (options.yes) return
    const { store } = await open()
    const trunk = await findTrunk(store, wanted)
    if (trunk === undefined || !isInUse(trunk)) return
    const ranges = (await store.callerRanges()).filter((range) => range.trunk === wanted)
    await confirm(
      terminal,
      'trunk remove',
      `Trunk ${wanted} is in use, with ${counted(ranges.length, 'range')} of numbers. Remove them?`,
    )
  },
})

const list = defineCommand({
  words: 'trunk list',
  summary: 'Show the trunks, with what the service on this machine sees of them now',
  async run({ open }) {
    const { store, settings } = await open()
    const [trunks, health] = [await store.trunks(), await readHealth(settings)]
    return listing(
      trunks.map((trunk) => ({ ...trunk, live: health?.get(trunk.name) ?? null })),
      'There is no trunk: ringkey trunk add NAME host=…',
      {
        NAME: ({ name: trunk, demo }) => trunk + (demo ? ' (demo)' : ''),
        STATE: ({ settings: { enabled } }) => (enabled ? 'on' : 'off'),
        TRANSPORT: ({ settings: { transport } }) => transport,
        ADDRESS: ({ name: trunk, demo, settings: { host, port } }) =>
          demo && trunk === simulatorTrunk
            ? 'simulated carrier'
            : `${host}${port === null ? '' : `:${port}`}`,
        DESTINATIONS: ({ settings: { prefixes } }) => prefixes.join(',') || 'everywhere',
        NOW: ({ live }) => healthText(live, health !== undefined),
        CALLS: ({ live }) => live?.calls ?? '-',
      },
      ({ live, ...trunk }) => ({ ...trunkJson(trunkView(trunk)), live }),
    )
  },
})

const show = defineCommand({
  words: 'trunk show',
  summary: 'Show the fields of a trunk and what was learned from its calls: 183, callers, quality',
  operands: { name },
  run: async ({ operands, open }) => showTrunk(await open(), operands.name),
})

const test = defineCommand({
  words: 'trunk test',
  summary: 'Place one real call over a trunk and print the SIP dialogue, or test every way that it is used',
  operands: { name, number: optional('NUMBER', phoneText) },
  options: {
    mode: one('MODE', 'flash, voice or mix', oneOf('flash', 'voice', 'mix')),
    'all-ways': flag(
      'registration, OPTIONS, calls to --phone, a call to us; prints a report for the carrier',
    ),
    phone: one('NUMBER', 'with --all-ways: the phone to call', phoneText),
    inbound: flag('only a call to us: names the header with the caller, and offers to accept it'),
    report: one(
      'FILE',
      'with --all-ways: also write the report to this file, and the received audio to FILE.wav',
      text('a file'),
    ),
  },
  async run({ operands, options, terminal, json, open }) {
    const { name, number } = operands
    const { mode, phone, report } = options
    const { inbound } = options
    const isWhole = options['all-ways'] || inbound
    if (isWhole ? number !== undefined || mode !== undefined : phone !== undefined || report !== undefined)
      throw new UsageError(
        'trunk test: --phone and --report go with --all-ways; NUMBER and --mode go without it and without --inbound',
      )
    if (inbound && (options['all-ways'] || phone !== undefined))
      throw new UsageError('trunk test: --inbound places no call and goes without --all-ways and --phone')
    if (!isWhole && number === undefined)
      throw new UsageError(`trunk test: NUMBER is missing: expected ${phoneText.expected}`)
    const context = await open()
    const { settings } = context
    const tests = {
      ...context,
      sip: sipSettingsOf(settings),
      // With --json only the result is printed.
      write: (line: string) => (json ? terminal.err : terminal.out)(`${line}\n`),
      random: terminal.random,
    }
    if (!isWhole) return testTrunk(tests, { name, number: number!, mode: mode ?? 'flash' })
    // Loaded when it is used: the service itself needs nothing of dev/.
    const { testAllWays } = await import('../../../../dev/trunk-test/all-ways-command.ts')
    const interrupted = new AbortController()
    void terminal.interrupted().then(() => interrupted.abort())
    const ask = async (question: string) => (json ? undefined : terminal.ask(question))
    const allWays = { ...tests, clock: terminal.clock, ask }
    const ways = inbound ? (['inbound'] as const) : undefined
    return testAllWays(allWays, name, { phone, report, ways }, interrupted.signal)
  },
})

export const trunkCommands = [add, list, show, set, test, remove]

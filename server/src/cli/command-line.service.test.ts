import { describe, expect, it } from 'vitest'
import { testTerminal } from '../../test/ringkey-command.ts'
import { defineCommand, flag, many, one, operand } from './command.ts'
import { runCommandLine } from './command-line.ts'
import { CommandFailed } from './failures.ts'
import { id, phoneText, yesOrNo } from './readings.ts'

const pour = defineCommand({
  words: 'tea pour',
  summary: 'Fill cups',
  operands: { cups: operand('CUPS', id) },
  options: {
    sweet: flag('with sugar'),
    milk: one('YES|NO', 'with milk', yesOrNo),
    guest: many('ID', 'who drinks', id),
  },
  run: async ({ operands, options }) => ({ json: { ...operands, ...options }, text: 'poured' }),
})
const call = defineCommand({
  words: 'tea call',
  summary: 'Call for tea',
  operands: { number: operand('NUMBER', phoneText) },
  run: async () => ({ json: null, text: '', failed: true }),
})
const spill = defineCommand({
  words: 'spill',
  summary: 'Fail',
  run: () => Promise.reject(new CommandFailed('The cup is broken.')),
})

async function run(...typed: string[]) {
  const { terminal, written } = testTerminal({})
  return { code: await runCommandLine([pour, call, spill], typed, terminal), ...written }
}

describe('a command line', () => {
  it('converts operands and options to their types', async () => {
    const { code, out } = await run(
      'tea',
      'pour',
      '3',
      '--sweet',
      '--milk',
      'no',
      '--guest',
      '1',
      '--guest',
      '2',
      '--json',
    )
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({ cups: 3, sweet: true, milk: false, guest: [1, 2] })
  })

  it('accepts --json before the words too, and leaves missing options undefined', async () => {
    expect(JSON.parse((await run('--json', 'tea', 'pour', '3')).out)).toEqual({
      cups: 3,
      sweet: false,
      guest: [],
    })
  })

  it('prints text for people without --json', async () => {
    expect(await run('tea', 'pour', '3')).toEqual({ code: 0, out: 'poured\n', err: '' })
  })

  it.each([
    [['tea', 'pour'], 'tea pour: CUPS is missing: expected a number such as 7'],
    [['tea', 'pour', 'x'], 'CUPS is "x": expected a number such as 7'],
    [['tea', 'pour', '1', '2'], 'tea pour: too many arguments: expected CUPS'],
    [['spill', '2'], 'spill: too many arguments: expected none'],
    [['tea', 'pour', '1', '--milk', 'maybe'], '--milk is "maybe": expected yes or no'],
    [['tea', 'pour', '1', '--lemon'], "tea pour: Unknown option '--lemon'; see ringkey tea pour --help"],
    [['tea', 'brew'], 'There is no command "tea brew": expected tea pour, tea call'],
    [['coffee'], 'There is no command "coffee": see ringkey help'],
  ])('answers %j with exit code 2 and the argument at fault', async (typed, message) => {
    const { code, out, err } = await run(...typed)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^ringkey: /)
    expect(err).toContain(message)
  })

  it('never repeats an argument that is personal', async () => {
    const { code, err } = await run('tea', 'call', '79037654321'.repeat(20))
    expect(code).toBe(2)
    expect(err).toContain('NUMBER cannot be read')
    expect(err).not.toContain('7903')
  })

  it('ends with 1 when the command fails, and says why as JSON on request', async () => {
    expect(await run('spill')).toEqual({ code: 1, out: '', err: 'ringkey: The cup is broken.\n' })
    expect((await run('spill', '--json')).err).toBe('{"error":"The cup is broken."}\n')
  })

  it('ends with 1 when the command ran and found a problem', async () => {
    expect((await run('tea', 'call', '1')).code).toBe(1)
  })

  it('does not swallow its own unexpected errors', async () => {
    const broken = defineCommand({ ...spill, run: () => Promise.reject(new TypeError('a bug')) })
    await expect(runCommandLine([broken], ['spill'], testTerminal({}).terminal)).rejects.toThrow('a bug')
  })
})

it('ringkey --version: prints the version and nothing else', async () => {
  expect(await run('--version')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    err: '',
  })
})

describe('ringkey help', () => {
  it.each([[[]], [['help']], [['--help']], [['-h']]])('for %j shows every command', async (typed) => {
    const { code, out } = await run(...typed)
    expect(code).toBe(0)
    expect(out).toContain('  tea pour  Fill cups\n  tea call  Call for tea\n  spill     Fail\n')
  })

  it.each([[['tea']], [['help', 'tea']], [['tea', '--help']]])(
    'for %j shows the commands of the noun',
    async (typed) => {
      expect(await run(...typed)).toMatchObject({
        code: 0,
        out: '  tea pour  Fill cups\n  tea call  Call for tea\n',
      })
    },
  )

  it.each([[['tea', 'pour', '--help']], [['help', 'tea', 'pour']]])(
    'for %j explains every argument',
    async (typed) => {
      const { code, out } = await run(...typed)
      expect(code).toBe(0)
      expect(out).toContain('Usage: ringkey tea pour CUPS [options] [--json]')
      expect(out).toContain(
        '--guest ID     who drinks: a number such as 7 (the list commands show them) (may be repeated)',
      )
    },
  )
})

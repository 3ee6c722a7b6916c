import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { manualPage } from '../../../deploy/debian/manual.ts'
import { ringkey } from '../../test/ringkey-command.ts'
import { version } from '../platform/version.ts'
import { commands } from './commands/index.ts'
import { nameKinds } from './names.ts'

/** What bash offers after `typed`, whose last word is being typed. */
function offered(script: string, typed: readonly string[]): string[] {
  const words = ['ringkey', ...typed].map((word) => `'${word}'`).join(' ')
  const asked = `COMP_WORDS=(${words}) COMP_CWORD=${typed.length}; _ringkey; printf '%s\\n' "\${COMPREPLY[@]}"`
  const out = execFileSync('bash', ['-c', `${script}\n${asked}`], { encoding: 'utf8' })
  return out.split('\n').filter((line) => line !== '')
}

it('completion: offers the words of commands and the options of the one that was typed', async () => {
  const { out } = await ringkey('/nowhere', ['completion'])
  expect(offered(out, ['tru'])).toEqual(['trunk'])
  expect(offered(out, ['trunk', 'te'])).toEqual(['test'])
  expect(offered(out, ['trunk', 'test', 'north', '--all'])).toEqual(['--all-ways'])
  expect(offered(out, ['trunk', 'test', '--json', '--all'])).toEqual(['--all-ways'])
  expect(offered(out, ['no-such-command', 'x'])).toEqual([])
})

it('completion: offers the names of what is there, at its operand and after its option', async () => {
  const { out } = await ringkey('/nowhere', ['completion'])
  const script = `${out}\nringkey() { [ "$1 $2" = 'completion trunks' ] && printf '%s\\n' north 'no rth' south; }`
  expect(offered(script, ['trunk', 'show', 'n'])).toEqual(['north', 'no\\ rth'])
  expect(offered(script, ['trunk', 'test', 'north', 'n'])).toEqual([])
  expect(offered(script, ['trunk', 'test', '--mode', 'flash', 'so'])).toEqual(['south'])
  expect(offered(script, ['pool', 'add', '74951230000', '--trunk', 's'])).toEqual(['south'])
  expect(offered(script, ['trunk', 'test', '--mode', 'n'])).toEqual([])
  expect(offered(script, ['trunk', 'show', '-'])).toEqual(expect.arrayContaining(['--json']))
})

it('completion NAMES: prints what commands take as names, a line each', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-names-'))
  const run = (...typed: string[]) => ringkey(folder, typed)
  for (const name of ['north', 'south']) await run('trunk', 'add', name, 'host=127.0.0.1')
  await run('pool', 'add', '74951230000-74951230009', '--trunk', 'north')
  await run('account', 'create', 'ann@example.com')
  await run('service', 'create', 'ann@example.com', '--name', 'Shop', '--use', 'sign-in')
  await run(
    'contract',
    'set',
    '7/2026',
    '--range',
    '74951230000-74951230009',
    '--trunk',
    'north',
    '--last-day',
    '2030-12-31',
  )
  const listed = await Promise.all(nameKinds.map(async (kind) => [kind, (await run('completion', kind)).out]))
  expect(Object.fromEntries(listed)).toMatchObject({
    accounts: 'ann@example.com\n',
    clients: '',
    contracts: '7/2026\n',
    ranges: '74951230000-74951230009\n',
    services: '1\n',
    tariffs: expect.stringContaining('uni'),
    trunks: 'north\nsouth\n',
  })
  rmSync(folder, { recursive: true })
})

it('manual page: has every command with its operands and options, and no line that roff takes for a request', () => {
  const page = manualPage(commands, version)
  const plain = page.replaceAll('\\-', '-')
  for (const { words, options } of commands) {
    expect(plain).toContain(`ringkey ${words}`)
    for (const name of Object.keys(options)) expect(plain).toContain(`.B --${name}`)
  }
  const requests = page.split('\n').filter((line) => /^[.']/.test(line))
  expect(requests.filter((line) => !/^\.(TH|SH|SS|TP|B)\b/.test(line))).toEqual([])
})

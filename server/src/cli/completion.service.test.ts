import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { manualPage } from '../../../deploy/debian/manual.ts'
import { ringkey } from '../../test/ringkey-command.ts'
import { version } from '../platform/version.ts'
import { commands } from './commands/index.ts'

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

// The commands of pages that no other test runs, as they stand but for the ids of what is there.
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commands } from '../../../server/src/cli/commands/index.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../server/test/service.ts'
import { readText } from '../../tidy/source-tree.ts'
import { readHandbook } from '../operate/handbook.ts'

let service: TestService
let list = ''
/** What the page exported a line before. */
let contracts = ''
beforeAll(async () => {
  service = await startTestService()
  list = join(service.folder, 'numbers.csv')
  contracts = join(service.folder, 'contracts.csv')
  writeFileSync(list, '79161234567,asked for it,2025-12-01\n')
  await run('account create ann@example.com --no-password')
})
afterAll(() => service.stop())

/** What is typed beside it is a phone number where `-` asks for one, else a password. */
function run(typed: string, { environment = {}, password = 'correct horse' } = {}) {
  const words = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!)
  const line = words.includes('-') ? '+79161234567' : password
  return ringkey(service.folder, words, { clock: service.clock, environment, line, answer: 'yes' })
}

/** Pages about trunks come first: numbers belong to one. */
it.each([
  'trunks/README',
  'trunks/carriers',
  'trunks/freeswitch',
  'caller-ids',
  'deliverability',
  'consent',
  'integrate/gateway',
  'integrate/top-up',
  'integrate/openid-connect',
  'migrate/README',
  'migrate/sms-ru',
  'migrate/smsc',
  'migrate/zvonok',
  'migrate/twilio-verify',
  'migrate/vonage-verify',
  'console',
  'settings',
  'webhooks',
])('docs/%s.md: its commands run', async (page) => {
  const failed: string[] = []
  let ran = 0
  let environment: Record<string, string> = { RINGKEY_SIP_HOST: '203.0.113.10' }
  for (const { text } of readHandbook(readText(`docs/${page}.md`)).flatMap(({ commands }) => commands)) {
    const [, exported] = /^export (.*)$/.exec(text) ?? []
    if (exported !== undefined)
      environment = Object.fromEntries(exported.split(' ').map((pair) => pair.split('=')))
    // It calls over a real trunk: test/peers/operate/day.test.ts does.
    if (exported !== undefined || text.startsWith('ringkey trunk test ')) continue
    const [, password, line] = /^(?:echo '(.*)' \| )?ringkey ([^>]*)/.exec(text)!
    const [, trunk] = /^trunk add (\S+)/.exec(line!) ?? []
    // Another example of the page, or of the page before, has made one of this name.
    if (trunk !== undefined) await run(`trunk remove ${trunk} --yes`)
    const asked = line!
      .replace('gateway remove 3', 'gateway remove 1')
      .replace('import FILE', `import ${list}`)
      .replace('import contracts.csv', `import ${contracts}`)
      .replace(' TOKEN ', ` ${'t'.repeat(40)} `)
      .replaceAll(/\b(7|SERVICE(_ID)?)\b/g, String(service.serviceId))
    const { code, err, out } = await run(asked, {
      environment,
      ...(password === undefined ? {} : { password }),
    })
    if (text.endsWith('> contracts.csv')) writeFileSync(contracts, out)
    ran += 1
    if (code !== 0) failed.push(`${text}: ${err}`)
  }
  expect(failed).toEqual([])
  expect(ran).toBeGreaterThan(0)
})

it('documents: each command that they name in a line exists', () => {
  const names = commands.map(({ words }) => words)
  const root = join(import.meta.dirname, '../../..')
  const pages = globSync(['[!C]*.md', 'docs/**/*.md', 'deploy/**/*.md'], {
    cwd: root,
    exclude: ['**/node_modules', 'docs/site'],
  })
  const named = pages.flatMap((page) =>
    [...withoutCode(readText(page)).matchAll(/`(?:sudo )?ringkey ([a-z][a-z-]*(?: [a-z][a-z-]*)*)/g)].map(
      ([, words]) => `${page}: ${words}`,
    ),
  )
  expect(named.length).toBeGreaterThan(100)
  const unknown = named.filter((each) => {
    const [, words] = each.split(': ')
    // `ringkey trunk` alone shows what there is about trunks; `ringkey command` is a user agent.
    return !['help', 'command', ...names].some(
      (name) => `${words} `.startsWith(`${name} `) || name.startsWith(`${words} `),
    )
  })
  expect(unknown).toEqual([])
})

const withoutCode = (text: string) => text.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, '')

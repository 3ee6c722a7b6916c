// Every block of code in the documents: the test that runs it, or why none does.
import { existsSync, globSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import { readText } from './source-tree.ts'

const root = join(import.meta.dirname, '../..')
const guides = 'test/peers/snippets/guides.test.ts'
const commands = 'test/peers/snippets/commands.test.ts'

/** Documents and language -> the test that runs these blocks as they stand. */
const run: Readonly<Record<string, string>> = {
  'README.md sh': guides,
  'docs/{start,admin-api,api/v1,api/v2,migrate/ucaller}.md sh': guides,
  'docs/sign-in.md ts': guides,
  'docs/integrate/{auth0,cognito}.md js': guides,
  'docs/alarms.md sh': 'server/src/cli/alarm-commands.service.test.ts',
  'docs/{caller-ids,consent,console,deliverability,settings,webhooks}.md sh': commands,
  'docs/integrate/{gateway,openid-connect,top-up}.md sh': commands,
  'docs/migrate/{README,sms-ru,smsc,zvonok,twilio-verify,vonage-verify}.md sh': commands,
  'docs/migrate/{twilio,vonage}-verify.md js': 'server/test/contract/dialects-of-makers.peers.test.ts',
  'docs/trunks/{README,carriers,freeswitch}.md sh': commands,
  // The requests; commands of the demo phone and of simulated carriers in test/calls/{demo,carrier-habits}.test.ts.
  'docs/demo.md sh': guides,
  'docs/webhooks.md {ts,python,php}': 'test/peers/snippets/documented.test.ts',
  'docs/integrate/frameworks.md {ts,python}': 'test/peers/clients/runtimes.test.ts',
  'docs/integrate/{supabase,better-auth}.md ts': 'test/peers/snippets/integrations.test.ts',
  'docs/integrate/element.md html': 'test/peers/browser/element.test.ts',
  'docs/integrate/*.md http': 'server/src/http/hooks/hooks.service.test.ts',
  'docs/install.md {sh,ini}': 'test/peers/operate/every-command.unit.test.ts',
  'docs/as-code.md {sh,yaml}': 'server/src/cli/commands/as-code.service.test.ts',
  'docs/voice.md sh': 'server/src/operations/recordings.service.test.ts',
  'docs/install.md sql': 'server/src/storage/postgres/own-role.service.test.ts',
  'docs/trunks/asterisk.md {sh,asterisk-pjsip,asterisk-extensions}':
    'test/peers/calls/asterisk-page.long.test.ts',
  'docs/trunks/kamailio.md {sh,kamailio}': 'test/peers/calls/kamailio-page.test.ts',
  'clients/typescript/README.md ts': 'test/clients/readme.test.ts',
  'clients/{python,php,go}/README.md {python,php,go}': 'test/peers/clients/clients.test.ts',
  'sip/README.md ts': 'sip/test/examples.test.ts',
}
const notRun: Readonly<Record<string, string>> = {
  'docs/**/*.md json': 'a message, which contract tests describe',
  'docs/{api/v2,webhooks}.md http': 'a message, which contract tests describe',
  'docs/integrate/supabase.md sh': 'settings of a server that is not here',
  'docs/integrate/kratos.md {jsonnet,yaml}':
    'settings of a server that is not here; the request they make is sent',
  'docs/trunks/freeswitch.md xml': 'our tests have no FreeSWITCH: the page says so',
  'docs/supply-chain.md sh': 'asks nodejs.org',
  'docs/{going-live,observe,testing,versions}.md sh':
    'a line of docs/install.md or docs/api/v2.md, which is run there',
  'docs/integrate/hooks.md sh': 'of any kind: the page of each has its own',
  'docs/integrate/apache.md {sh,apache}': 'our tests have no Apache: the page says with which it was tried',
  'deploy/npm/README.md sh':
    'asks the public registry; npm.long.test.ts installs the same package from a file',
}

it('documents: every block of code is run by a test, or it is said why not', () => {
  const documents = globSync(
    ['README.md', 'docs/**/*.md', 'clients/*/README.md', 'sip/README.md', 'deploy/**/*.md'],
    { cwd: root, exclude: ['**/node_modules', 'docs/{engineering,site}'] },
  )
  const blocks = documents.flatMap((document) =>
    [
      ...new Set(
        readText(document)
          .matchAll(/^ *```([\w-]+)$/gm)
          .map(([, language]) => language),
      ),
    ].map((language) => `${document} ${language}`),
  )
  const globs = Object.keys({ ...run, ...notRun })
  expect(blocks.length).toBeGreaterThan(40)
  expect(blocks.filter((block) => !globs.some((glob) => matchesGlob(block, glob)))).toEqual([])
  expect(globs.filter((glob) => !blocks.some((block) => matchesGlob(block, glob)))).toEqual([])
  expect(Object.values(run).filter((file) => !existsSync(join(root, file)))).toEqual([])
})

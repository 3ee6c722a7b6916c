import { expect, it } from 'vitest'
import { noteNames } from '../books/call.ts'
import { saidNames } from '../books/verification.ts'
import { blanked, personalIn, storedTables, tablesGoingWith, tablesIn } from './column-classes.ts'

const table = (line: string, head = '', name = 'calls') => `CREATE TABLE ${name} (${head}
  id bigint PRIMARY KEY, -- kept
  ${line}
);`

it.each([
  ['without a class', 'born text', 'calls.born is personal, account or kept'],
  ['of another class', 'born text -- private', 'calls.born is personal, account or kept'],
  ['that cannot be blanked', 'born bytea NOT NULL -- personal', 'calls.born is personal, but no erasure'],
  ['of an account in rows that stay', 'owner text -- account', 'calls.owner is account, but no erasure'],
])('the schema is refused with a column %s', (_, line, said) => {
  expect(() => tablesIn(table(line))).toThrow(said)
})

it('the schema is refused with a personal column in a table to which no erasure comes', () => {
  expect(() => tablesIn(table('born text -- personal', '', 'trunks'))).toThrow('trunks.born is personal')
})

it('the schema is refused with a column of a later migration that has no class', () => {
  const later = (said: string) =>
    tablesIn(table('born text -- kept: a year'), `ALTER TABLE calls ADD COLUMN sex text;${said}`)
  expect(() => later('')).toThrow('calls.sex')
  expect(later(' -- personal').get('calls')!.columns.at(-1)).toMatchObject({
    class: 'personal',
    blank: 'NULL',
  })
})

it('the schema is refused with two columns of a table in its first line', () => {
  expect(() => tablesIn('CREATE TABLE calls (id bigint PRIMARY KEY, born text);')).toThrow(
    'each column of calls',
  )
})

it('what takes the place of a value: NULL, the default of its column, nothing, or what the schema says', () => {
  const lines = ['a text, -- personal', 'b smallint NOT NULL DEFAULT 0, -- personal']
  lines.push('c text NOT NULL, -- personal', "d text NOT NULL -- personal = '{}': JSON")
  const { columns } = tablesIn(table(lines.join('\n  '))).get('calls')!
  expect(columns.map(({ blank }) => blank)).toEqual([undefined, 'NULL', '0', "''", "'{}'"])
})

it('rows go as a whole with the columns that their table names', () => {
  const notes = (line: string) =>
    tablesIn(`CREATE TABLE notes ( -- goes with phone_hash\n  ${line}\n);`).get('notes')
  expect(notes('phone_hash bytea NOT NULL')).toMatchObject({ columns: [{ class: 'personal' }] })
  expect(() => notes('born text')).toThrow('cannot go with phone_hash')
})

it('an erasure takes out of a call what names the person, and hashes show nothing', () => {
  expect(blanked('calls', 'personal').texts[0]).toContain("phone_hash = NULL, phone_mask = '', code = ''")
  expect(blanked('accounts', 'account').texts[0]).toBe(
    "email = 'closed-' || id, telegram_id = 0, two_auth = 0",
  )
  expect(tablesGoingWith('phone_hash')).toEqual([
    'own_phones',
    'oidc_records',
    'recent_sources',
    'wrong_codes',
    'number_limits',
  ])
  const row = { phone_hash: null, code_hashes: null, client: 'Ann', id: 'vf_1' }
  expect(personalIn('verifications', row)).toMatchObject({ client: 'Ann' })
  expect(Object.keys(personalIn('verifications', row))).not.toContain('code_hashes')
})

it('what an integrator says of a call or a verification is personal', () => {
  const classOf = (table: string, name: string) =>
    storedTables.get(table)!.columns.find((column) => column.name === name)?.class
  const said = [
    ...noteNames.map((name) => ['calls', name]),
    ...saidNames.map((name) => ['verifications', name]),
  ]
  expect(said.filter(([table, name]) => classOf(table!, name!) !== 'personal')).toEqual([])
})

it('a text that stays where an erasure takes others has to say what it holds', () => {
  const schema = (said: string) =>
    `CREATE TABLE calls (\n  phone_mask text NOT NULL, -- personal\n  nick text -- ${said}\n);`
  expect(() => tablesIn(schema('kept'))).toThrow('why calls.nick stays')
  expect(tablesIn(schema('kept: an ISO code')).get('calls')!.columns.at(-1)).toMatchObject({ class: 'kept' })
})

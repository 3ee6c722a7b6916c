import { addAdminToken, removeAdminToken } from '../../operations/admin-tokens.ts'
import { adminScopes } from '../../storage/queries/admin-tokens.ts'
import { fields, table } from '../columns.ts'
import { defineCommand } from '../command.ts'
import { operationCommand } from '../operation-command.ts'
import { isoTime, timeText } from '../wording.ts'

const expected = `some of ${adminScopes.join(', ')}, separated by commas`

const add = operationCommand(
  addAdminToken,
  {
    words: 'admin-token add',
    operands: { name: 'NAME' },
    options: {
      scopes: {
        value: 'LIST',
        reading: {
          expected,
          read: (typed) =>
            typed.split(',').every((scope) => adminScopes.some((known) => known === scope))
              ? typed
              : undefined,
        },
      },
    },
    adapt(input) {
      input.scopes = input.scopes?.flatMap((list) => list.split(',')) as typeof input.scopes
    },
    begins: true,
  },
  ({ name, scopes, token }) => ({
    json: { name, scopes, token },
    text: fields([
      ['Token', `${token} (shown only now)`],
      ['Scopes', scopes.join(', ')],
      ['Header', `Authorization: Bearer ${token}`],
    ]),
  }),
)

const list = defineCommand({
  words: 'admin-token list',
  summary: 'Show the tokens of the admin API',
  async run({ open }) {
    const tokens = await (await open()).store.adminTokens()
    return {
      json: tokens.map(({ createdAt, ...token }) => ({ ...token, created: isoTime(createdAt) })),
      text: table(
        ['NAME', 'SCOPES', 'CREATED (UTC)'],
        tokens.map(({ name, scopes, createdAt }) => [name, scopes.join(' '), timeText(createdAt)]),
        'There is no token, so the admin API is closed: ringkey admin-token add NAME --scopes read',
      ),
    }
  },
})

const remove = operationCommand(
  removeAdminToken,
  { words: 'admin-token remove', operands: { name: 'NAME' } },
  (_, { name }) => ({ json: { name }, text: `Token ${name} is refused from now on.` }),
)

export const adminTokenCommands = [add, list, remove]

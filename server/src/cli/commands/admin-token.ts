import { addAdminToken, removeAdminToken } from '../../operations/admin-tokens.ts'
import { adminScopes } from '../../storage/queries/admin-tokens.ts'
import { fields, listCommand } from '../columns.ts'
import { operationCommand } from '../operation-command.ts'

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

const list = listCommand({
  words: 'admin-token list',
  summary: 'Show the tokens of the admin API',
  records: ({ store }) => store.adminTokens(),
  whenEmpty: 'There is no token, so the admin API is closed: ringkey admin-token add NAME --scopes read',
  shown: { NAME: 'name', SCOPES: 'scopes', 'CREATED (UTC)': 'createdAt' },
})

const remove = operationCommand(removeAdminToken, {
  words: 'admin-token remove',
  operands: { name: 'NAME' },
})

export const adminTokenCommands = [add, list, remove]

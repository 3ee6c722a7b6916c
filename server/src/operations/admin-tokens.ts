import { Type } from 'typebox'
import { randomWord } from '../platform/random.ts'
import { sha256 } from '../platform/sha256.ts'
import { OperationRefused } from '../storage/operation-refused.ts'
import * as tokens from '../storage/queries/admin-tokens.ts'
import { type FullContext, type OperationContext, operation } from './operation.ts'

const tokenLength = 40
const name = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,31}$',
  expected: '1 to 32 small letters, digits or dashes such as terraform',
})

export const addAdminToken = operation({
  name: 'admin-token.add',
  about: 'Make a token of the admin API; it is shown once',
  log: ({ name, scopes }: { name: string; scopes: readonly string[] }) => [
    `token ${name} of the admin API made: ${scopes.join(', ')}`,
    `создан токен ${name} для admin API: ${scopes.join(', ')}`,
  ],
  api: { scope: 'dangerous', path: '/admin-tokens' },
  id: 'may',
  needsProof: true,
  input: Type.Object({
    name,
    scopes: Type.Array(Type.Enum([...tokens.adminScopes]), {
      minItems: 1,
      uniqueItems: true,
      description: 'what it may do',
    }),
  }),
  prepare({ random }: OperationContext & Pick<FullContext, 'random'>, input) {
    const token = `rka_${randomWord(random, tokenLength)}`
    return { ...input, token, tokenHash: sha256(token) }
  },
  async run({ sql, at, log }, { token: _, ...made }) {
    if (!(await tokens.addAdminToken(sql, { ...made, createdAt: at })))
      throw new OperationRefused('token-taken', `There is a token ${made.name} already`, { field: 'name' })
    log({ name: made.name, scopes: made.scopes })
    return { name: made.name, scopes: made.scopes }
  },
  shown: (_, { token }) => ({ token }),
})

export const removeAdminToken = operation({
  name: 'admin-token.remove',
  about: 'Revoke a token of the admin API',
  log: ({ name }: { name: string }) => [
    `token ${name} of the admin API removed`,
    `удалён токен ${name} для admin API`,
  ],
  api: { scope: 'dangerous', path: '/admin-tokens/:name/remove' },
  input: Type.Object({ name }),
  async run({ sql, log }, { name: token }) {
    if (!(await tokens.removeAdminToken(sql, token)))
      throw new OperationRefused('no-token', `There is no token ${token}`)
    return log({ name: token })
  },
})

import { Type } from 'typebox'
import { ownParty, saveParty as save } from '../storage/queries/accounts.ts'
import { id, knownAccount, textIn } from './fields.ts'
import { operation } from './operation.ts'

const maxDetailsLength = 1_000

export const saveParty = operation({
  name: 'party.save',
  about: 'Say how a party is named on statements',
  log: ({ account }: { account: number }) => [
    `details for statements changed: ${account === ownParty ? 'of this installation' : `account ${account}`}`,
    `изменены реквизиты для отчётов: ${account === ownParty ? 'свои' : `аккаунт ${account}`}`,
  ],
  api: { scope: 'money', path: '/party' },
  isIndependent: true,
  input: Type.Object({
    account: Type.Optional(
      Type.Intersect([id], {
        description: 'whose statements; without it the party that runs the installation',
      }),
    ),
    details: Type.String({
      maxLength: 2 * maxDetailsLength,
      description: 'name, address, tax numbers, in lines; empty for the e-mail of the account',
    }),
  }),
  async run(tx, { account = ownParty, details }) {
    if (account !== ownParty) await knownAccount(tx, account)
    const text = textIn('details', details, maxDetailsLength)
    await save(tx.sql, { accountId: account, details: text })
    tx.log({ account })
  },
})

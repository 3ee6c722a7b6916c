import { type Kind, within } from './kind.ts'

/** The HTTP SMS connector of Logto (docs/integrate/logto.md). */
export const logto: Kind = {
  kind: 'logto',
  asksAgain: true,
  read: (given) => ({
    phone: given.to,
    code: within(given, 'payload', 'code'),
    language: within(given, 'payload', 'locale'),
  }),
}

import type { Kind } from './kind.ts'

/** The custom HTTP SMS provider of Casdoor (docs/integrate/casdoor.md). */
export const casdoor: Kind = {
  kind: 'casdoor',
  verbs: ['GET', 'POST', 'PUT', 'DELETE'],
  takesForms: true,
  asksAgain: true,
  read: (given, { phoneName = 'phoneNumber', codeName = 'code' }) => ({
    phone: given[phoneName],
    code: given[codeName],
  }),
}

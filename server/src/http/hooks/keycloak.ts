import type { Kind } from './kind.ts'

/** The SMS plug-in of netzbegruenung for Keycloak (docs/integrate/keycloak.md). */
export const keycloak: Kind = {
  kind: 'keycloak',
  verbs: ['GET', 'POST'],
  takesForms: true,
  credentialInBody: true,
  asksAgain: true,
  read: (given, { phoneName = 'to', textName = 'text' }) => ({
    phone: given[phoneName],
    text: given[textName],
  }),
}

import type { Kind } from './kind.ts'

/** Auth0 and Cognito run a program of ours, which posts these members (docs/integrate/auth0.md, cognito.md). */
const read: Kind['read'] = ({ phone, code, language, client }) => ({ phone, code, language, user: client })

export const auth0: Kind = { kind: 'auth0', read }
export const cognito: Kind = { kind: 'cognito', read }

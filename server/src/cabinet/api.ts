/**
 * The shapes that the web app receives: types only, shared through the package's `./cabinet-api`. Files in views/
 * import nothing but types of records, so that the web app does not drag the server in.
 */
export type { Permission } from './permissions.ts'
export type { Entrance, Me } from './views/me.ts'
export type { DialledView, PhoneCallView, RungView } from './views/phone.ts'
export type { ProblemBody } from './views/problem.ts'
export type { ServiceView } from './views/service.ts'

import { minuteMs } from '../../platform/clock.ts'
import type { Kind } from './kind.ts'

/** The SMS channel of Ory Kratos with our Jsonnet snippet (docs/integrate/kratos.md). */
export const kratos: Kind = {
  kind: 'kratos',
  hasOtherMessages: true,
  read: ({ to, code, expires_in_minutes: minutes }) => ({
    phone: to,
    code,
    lifeMs: typeof minutes === 'number' ? minutes * minuteMs : undefined,
  }),
}

import { secondMs } from '../platform/clock.ts'

/** What applies to a verification when the request says nothing else. */
export const verificationDefaults = {
  codeLength: 4,
  expiresInMs: 300 * secondMs,
  attempts: 3,
  inboundSeconds: 120,
} as const

export { type ErrorCode, RingkeyError } from './error.ts'
export { Ringkey } from './ringkey.ts'
export type { Verification } from './verifications.ts'
export { type WebhookEvent, webhooks } from './webhooks.ts'

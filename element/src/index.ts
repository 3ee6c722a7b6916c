import './define.ts'

export { RingkeyVerify } from './ringkey-verify.ts'
export type { Texts } from './texts.ts'

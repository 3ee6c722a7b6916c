import type { Asking, Transport } from './transport.ts'

export interface StartedCall {
  readonly status: boolean
  readonly vendor_id: number
  /** Masked. */
  readonly phone: string
  /** Compare it with what the person types. */
  readonly code: string
  readonly client: string
}

export interface CallInfo extends StartedCall {
  /** -1: still checking; 0: failed; 1: completed. */
  readonly call_status: -1 | 0 | 1
  readonly init_time: number
  readonly country_code: string
  readonly cost: number
  readonly balance: number
}

export interface WaitingForCall {
  readonly status: boolean
  readonly vendor_id: number
  readonly phone: string
  /** The number that the person has to call. */
  readonly confirmation_number: string
}

/** `/v1.0`. A `unique` is made unless you pass one, so that a repeat neither calls nor costs twice. */
export class V1 {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  initCall(
    request: {
      phone: string
      code?: string
      client?: string
      unique?: string
      voice?: boolean
      mix?: boolean
    },
    asking: Asking = {},
  ): Promise<StartedCall> {
    return this.#ask('initCall', withKey(request), asking)
  }

  getInfo(vendorId: number, asking: Asking = {}): Promise<CallInfo> {
    return this.#ask('getInfo', { uid: vendorId }, asking)
  }

  inboundCallWaiting(
    request: { phone: string; callback_url: string; client?: string; unique?: string },
    asking: Asking = {},
  ): Promise<WaitingForCall> {
    return this.#ask('inboundCallWaiting', withKey(request), asking)
  }

  checkPhone(phone: string, asking: Asking = {}): Promise<Readonly<Record<string, unknown>>> {
    return this.#ask('checkPhone', { phone, unique: crypto.randomUUID() }, asking)
  }

  async getBalance(asking: Asking = {}): Promise<{ readonly rub_balance: number; readonly tariff: string }> {
    return this.#ask('getBalance', {}, asking)
  }

  #ask<Answer>(method: string, body: object, asking: Asking): Promise<Answer> {
    return this.#transport.send('POST', `/v1.0/${method}`, { ...asking, body, isSafe: true })
  }
}

/** Also where `unique` is passed as undefined: without a key a repeat would call twice. */
const withKey = <Request extends { readonly unique?: string | undefined }>(request: Request) => ({
  ...request,
  unique: request.unique ?? crypto.randomUUID(),
})

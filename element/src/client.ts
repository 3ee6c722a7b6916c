import type { Answer, Ended } from './answer.ts'

/** An answer that is none of those that were asked for. */
export interface Refusal {
  readonly status: number
  /** The word of the problem; "" without one. */
  readonly code: string
  /** How the verification ended, when that is the problem. */
  readonly ended: Ended | undefined
  /** 0 when nothing says how long to wait. */
  readonly retryAfterS: number
}

export interface Checked {
  readonly valid: boolean
  readonly status: Answer['status']
  readonly attempts_left: number
}

/** Requests about the verification of one client token. Without a connection they throw. */
export class Client {
  readonly #address: string
  readonly #token: string
  readonly #signal: AbortSignal

  constructor(base: string, token: string, signal: AbortSignal) {
    this.#address = `${base.replace(/\/+$/, '')}/v2/verifications/vf_${token.slice(3, 35)}`
    this.#token = token
    this.#signal = signal
  }

  /** At once, or at the first change after a version. */
  read(query: Readonly<Record<string, string | number>>): Promise<Answer | Refusal> {
    const asked = Object.entries(query).map(([name, value]) => `${name}=${value}`)
    return this.#ask<Answer>(asked.length === 0 ? '' : `?${asked.join('&')}`)
  }

  check(code: string): Promise<Checked | Refusal> {
    return this.#ask<Checked>('/check', { code })
  }

  next(): Promise<Answer | Refusal> {
    return this.#ask<Answer>('/next', {})
  }

  cancel(): Promise<Answer | Refusal> {
    return this.#ask<Answer>('/cancel', {})
  }

  async #ask<T>(path: string, body?: object): Promise<T | Refusal> {
    const response = await fetch(`${this.#address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      credentials: 'omit',
      signal: this.#signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const told = await response.json()
    if (response.ok) return told
    return {
      status: response.status,
      code: told.code ?? '',
      ended: told.verification_status,
      retryAfterS: Number(response.headers.get('Retry-After') ?? 0),
    }
  }
}

export const isRefusal = (answer: object): answer is Refusal => 'retryAfterS' in answer

import type { SpendCapRecord } from '../storage/records.ts'

/** Which caps bound a call: of its service, its account, and every prefix that its number begins with. */
export class SpendCaps {
  readonly #byScope: ReadonlyMap<string, SpendCapRecord>
  readonly #longestPrefix: number

  constructor(caps: readonly SpendCapRecord[]) {
    this.#byScope = new Map(caps.map((cap) => [cap.scope, cap]))
    const prefixes = caps.filter(({ scope }) => scope.startsWith('prefix:'))
    this.#longestPrefix = Math.max(0, ...prefixes.map(({ scope }) => scope.length - 'prefix:'.length))
  }

  of(accountId: number, serviceId: number, e164: string): readonly SpendCapRecord[] {
    if (this.#byScope.size === 0) return none
    const scopes = [`service:${serviceId}`, `account:${accountId}`]
    for (let length = 1; length <= this.#longestPrefix; length++)
      scopes.push(`prefix:${e164.slice(0, length)}`)
    return scopes.flatMap((scope) => this.#byScope.get(scope) ?? [])
  }
}

const none: readonly SpendCapRecord[] = []

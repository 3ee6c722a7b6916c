import type { IncomingHttpHeaders } from 'node:http'
import type { HookKind, HookSettings } from '../../storage/queries/hooks.ts'
import type { Bag } from '../parameters.ts'
import type { Expected } from '../v2/input.ts'
import type { HookExchange } from './hook-exchange.ts'

/** What a request asks for, with members as they came: of any type, or missing. */
export interface Asked {
  readonly phone: unknown
  readonly code?: unknown
  /** Where the code stands in a text, when `code` is missing. */
  readonly text?: unknown
  /** A locale. */
  readonly language?: unknown
  /** The user at the identity server. */
  readonly user?: unknown
  /** How long the code lives. */
  readonly lifeMs?: unknown
}

/** How one identity server asks for a call. */
export interface Kind {
  readonly kind: HookKind
  /** POST when left out. */
  readonly verbs?: readonly string[]
  /** Forms and queries are read too, not only JSON. The names of their members are settings of both sides. */
  readonly takesForms?: true
  /** The credential may be a member of the body. */
  readonly credentialInBody?: true
  /** Whether one of the keys signed the request. Undefined where the credential itself is sent. */
  isSigned?(keys: readonly string[], headers: IncomingHttpHeaders, body: string, now: number): boolean
  read(given: Bag, settings: HookSettings): Asked
  /** The setting of that server that makes codes of digits. */
  readonly digitsSetting?: Expected
  /** It never retries, so the same code again is the wish of a person. */
  readonly asksAgain?: true
  /** The form of its refusals: problem details when left out. */
  readonly Exchange?: typeof HookExchange
}

/** A member of a member; undefined when one of them is missing. */
export function within(given: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Bag)[name]
        : undefined,
    given,
  )
}

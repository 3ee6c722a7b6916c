import type { IncomingMessage } from 'node:http'
import { loginText } from '../../accounts/dialects.ts'
import type { Subscriber } from '../../accounts/directory.ts'
import type { Verification } from '../../books/verification.ts'
import { languageTagPattern } from '../../platform/languages.ts'
import type { Dialect, DialectRecord } from '../../storage/queries/dialects.ts'
import { type ProblemCode, problems } from '../v2/catalogue.ts'
import { invalid } from '../v2/input.ts'
import type { V2Method, V2Parts } from '../v2/method.ts'
import { Problem, type ProblemReply } from '../v2/problem.ts'
import type { DialectAnswer } from './dialect.ts'

/** A request whose service is known, and the methods of `/v2` that it may use. */
export interface VerifyCall {
  readonly api: V2Parts
  readonly subscriber: Subscriber
  readonly verb: string
  /** Of the path, below what the dialect owns. */
  readonly pieces: readonly string[]
  readonly asked: Readonly<Record<string, unknown>>
  readonly reply: ProblemReply
  /** With the same checks as a request of `/v2`. */
  run(method: V2Method, input: object, id?: string): Promise<Shown | Problem>
}

/** What the methods of `/v2` answer, as far as a dialect words it. */
export interface Shown {
  readonly id: string
  readonly status: Verification['status']
  readonly valid: boolean
}

/** The interface of another service for verifications, whose own client libraries are to work. It speaks through `/v2`. */
export interface VerifyDialect {
  readonly name: Dialect
  /** What is matched before the paths of `/v2`, and the pieces below it. */
  readonly owns: RegExp
  /** A piece that is one of its words or of its ids. */
  readonly knownPiece: RegExp
  /** The service that the request proves to be of. */
  prove(request: IncomingMessage, api: V2Parts): Promise<DialectRecord | undefined>
  /** Of the members of a body the one with the phone, for the request log. */
  phoneIn(asked: VerifyCall['asked']): unknown
  serve(call: VerifyCall): Promise<DialectAnswer | Problem>
  refuse(problem: Problem, requestId: string): DialectAnswer
}

/** The name and the password of HTTP Basic, as one text; "" when there are none. */
export function basicLogin({ headers }: IncomingMessage): string {
  const encoded = /^basic +([\w+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]
  const [, name, password] =
    /^([^:\n]+):([^\n]+)$/.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  return name === undefined ? '' : loginText(name, password!)
}

const languageTag = new RegExp(languageTagPattern)

/** What voice speaks; a value that is no language tag is ignored. */
export const languageIn = (value: unknown) => (languageTag.test(String(value)) ? { language: value } : {})

export const wrongVerb = (...allowedVerbs: string[]) => new Problem('method_not_allowed', { allowedVerbs })
export const wrong = (pointer: string, en: string, ru: string) => invalid({ pointer, expected: { en, ru } })

/** HTTP status and name of problems, by their codes. */
export const byProblem = <Name>(rows: readonly (readonly [status: number, name: Name, ...ProblemCode[]])[]) =>
  new Map(
    rows.flatMap(([status, name, ...codes]) => codes.map((code) => [code, [status, name] as const] as const)),
  )

/** A problem in one line: what it is, and what was expected. */
export function lineOf({ code, errors }: Problem): string {
  const faults = errors.map(({ pointer, expected }) => `${pointer.slice(1)}: expected ${expected.en}`)
  return [problems[code].title.en, ...faults].join('; ')
}

/** The newest verification of a phone that a program of the service has made. */
export async function newestOf({ api, subscriber }: VerifyCall, phone: unknown, onlyPending: boolean) {
  const read = typeof phone === 'string' ? api.numbering.readE164(phone) : undefined
  if (read === undefined) return undefined
  const [newest] = await api.verifications.page({
    serviceId: subscriber.service.id,
    status: null,
    client: null,
    before: null,
    limit: 1,
    phone: read,
  })
  const isOpen = newest?.status === 'pending' && newest.expiresAt > api.clock.now()
  return onlyPending && !isOpen ? undefined : newest
}

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { sha256 } from '../../platform/sha256.ts'
import type { HookOf, HookRecord } from '../../storage/queries/hooks.ts'
import {
  type CredentialPlace,
  isCredential,
  placeOf,
  signingKeys,
  signsAlways,
} from '../../webhooks/hook-credentials.ts'
import { Failure } from '../errors.ts'
import type { HookProof } from '../gate.ts'
import type { RawParams } from '../parameters.ts'
import { hasBody, maxBodyBytes, readBody } from '../request-body.ts'
import { queryOf } from '../request-target.ts'
import { bodyOf, jsonOf } from '../v2/body.ts'
import type { V2Parts } from '../v2/method.ts'
import { Problem } from '../v2/problem.ts'
import { type Kind, memberAt } from './kind.ts'

/** Some send all that they know of the user, with the metadata of the app. */
const maxHookBytes = 64 * 1024
const noBytes = Buffer.alloc(0)
const unreadable = new Problem('unreadable_body')
const nothingShown: HookProof = { isProven: false, shown: undefined }

/** A request and what it shows for its hook. */
export interface HookRequest extends HookProof {
  readonly hook: HookRecord | undefined
  readonly body: Buffer | Problem
  /** Its members, not read before somebody asks: nobody has proven yet who sent them. */
  readonly given: () => RawParams | Problem
}

/**
 * One text of a request is compared with the credential of its hook, or the signature of its body is checked. Nobody has
 * to be known to send a request, so what it may cost before its proof is bounded: one hash, 16 KiB of a body, or
 * one signature over 64 KiB.
 */
export async function readHookRequest(
  { hooks: { sealer }, store, clock }: V2Parts,
  asked: HookOf,
  kind: Kind,
  request: IncomingMessage,
): Promise<HookRequest> {
  const { headers } = request
  const hook = await store.hook(asked)
  const now = clock.now()
  const place = placeOf(asked.kind, hook?.settings)
  const isSigned = isSignedRequest(asked, kind, hook, headers)
  const proofOf = (text: unknown): HookProof => {
    if (typeof text !== 'string' || text === '') return nothingShown
    const shown = sha256(text)
    return { isProven: hook !== undefined && isCredential(sealer, hook, shown, now), shown }
  }
  const byHeader = isSigned || place.in === 'member' ? undefined : proofOf(textIn(headers, place))
  const maxBytes = isSigned || byHeader?.isProven ? maxHookBytes : maxBodyBytes
  const body = hasBody(request) ? await bodyOf(request, maxBytes) : noBytes
  const given = () =>
    body instanceof Problem
      ? body
      : kind.takesForms
        ? formOf(request, body, isSigned)
        : (jsonOf(request, body) as RawParams | Problem)
  const byBody = (): HookProof => {
    if (body instanceof Problem) return nothingShown
    if (!isSigned) return proofOf(memberIn(given(), place))
    const { header, isValid } = kind.signature!
    if (headers[header] === undefined) return nothingShown
    const text = body.toString()
    const isProven =
      hook !== undefined && signingKeys(sealer, hook, now).some((key) => isValid(key, headers, text, now))
    // A server signs each try of a message anew, and its body stays.
    return { isProven, shown: isProven ? undefined : sha256(body) }
  }
  return { hook, body, given, ...(byHeader ?? byBody()) }
}

/** A hook with a place for its credential takes no signature beside it. */
function isSignedRequest(
  { kind: name }: HookOf,
  { signature }: Kind,
  hook: HookRecord | undefined,
  headers: IncomingHttpHeaders,
): boolean {
  if (signature === undefined) return false
  if (signsAlways(name)) return true
  return hook?.settings.credentialIn === undefined && headers[signature.header] !== undefined
}

/** The secret part of a header: what follows `Bearer` or the name of the only cookie; of Basic user and password. */
function textIn(headers: IncomingHttpHeaders, { in: kind, name }: CredentialPlace): string | undefined {
  const value = headers[name]
  if (typeof value !== 'string') return undefined
  if (kind === 'basic') {
    const [, encoded] = /^Basic +(.+)$/i.exec(value) ?? []
    return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString()
  }
  if (name === 'cookie') return value.slice(value.indexOf('=') + 1)
  return name === 'authorization' ? value.replace(/^Bearer +/i, '') : value
}

const memberIn = (given: RawParams | Problem, { name }: CredentialPlace) =>
  given instanceof Problem ? undefined : memberAt(given, name)

/** A form, JSON or a query; what the body names wins. A signature covers the body alone, so then the query is not read. */
function formOf(request: IncomingMessage, body: Buffer, isSigned: boolean): RawParams | Problem {
  const read = readBody(body, request.headers['content-type'])
  const query = isSigned ? {} : parseQuery(queryOf(request.url!))
  return read instanceof Failure ? unreadable : { ...query, ...read }
}

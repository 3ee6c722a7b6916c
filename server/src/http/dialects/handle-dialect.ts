import type { IncomingMessage } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import type { ApiDeps } from '../context.ts'
import { Failure } from '../errors.ts'
import type { Gate } from '../gate.ts'
import { Reply } from '../reply.ts'
import { readBody } from '../request-body.ts'
import { pathOf, queryOf } from '../request-target.ts'
import type { Asked, DialectAnswer, DialectApi } from './dialect.ts'
import { smsRu } from './sms-ru.ts'
import { smsc } from './smsc.ts'
import { zvonok } from './zvonok.ts'

const notFound = new Failure(404)
const all: readonly DialectApi[] = [smsRu, zvonok, smsc]

/** The dialect that a path belongs to, whether a service of this installation speaks it or not. */
export function dialectAt(path: string): DialectApi | undefined {
  return all.find(({ owns }) => owns.test(path))
}

/** A request of a dialect; errors are worded as it words them. */
export class DialectReply extends Reply {
  /** Undefined while no service of this installation speaks the dialect of the path: then it is an unknown path. */
  dialect: DialectApi | undefined = undefined
  /** Undefined while it is unread: what refuses it before that is worded by its query. */
  asked: Asked | undefined = undefined
  /** When it was read. */
  at = 0

  override refuse(failure: Failure, mode: 'mirror' | '200'): void {
    if (this.dialect === undefined) super.refuse(failure, mode)
    else {
      const asked = this.asked ?? argumentsIn(this.request)
      this.say(this.dialect.refuse(failure, pathOf(this.request.url!), asked, this.at), failure.code)
    }
  }

  say({ status = 200, type, body }: DialectAnswer, errorCode?: Failure['code']): void {
    this.send(status, type, body, [], errorCode)
  }
}

const kinds = new Map(
  all.map((dialect) => [
    dialect,
    class extends DialectReply {
      override dialect = dialect
    },
  ]),
)

/** Of a dialect that is enabled: the limit of requests per second is worded too. */
export const replyOf = (dialect: DialectApi): typeof Reply => kinds.get(dialect)!

/** Answers in the dialect. */
export async function handleDialect(
  { gate, api }: { readonly gate: Gate; readonly api: ApiDeps },
  dialect: DialectApi,
  reply: DialectReply,
  body: Buffer | Failure,
): Promise<void> {
  reply.dialect = dialect
  reply.at = api.clock.now()
  const asked = await askedIn(reply, body)
  if (asked instanceof Failure) return gate.refuse(reply, gate.limitOfAddress(reply) ?? asked)
  reply.asked = asked
  const { [dialect.phoneName]: phone, ...others } = asked
  const credential = dialect.credentialOf(asked)
  const record = credential === '' ? undefined : await api.dialects.find(dialect.name, credential)
  const given = phone === undefined ? others : { ...others, phone }
  const entered = await gate.enterDialect(reply, credential, record?.serviceId, given)
  if (entered.subscriber !== undefined) api.requestTimes.note(entered.subscriber.service.id, api.clock.now())
  if ('failure' in entered) return gate.refuse(reply, entered.failure)
  const { subscriber } = entered
  const method = dialect.methods[pathOf(reply.request.url!)]
  const said = method === undefined ? notFound : await method({ api, subscriber, record: record!, asked })
  if (said instanceof Failure) return gate.refuse(reply, said)
  if (said.vendorId !== undefined) reply.log.about = { vendor_id: said.vendorId }
  reply.say(said)
}

async function askedIn({ request }: Reply, body: Buffer | Failure): Promise<Asked | Failure> {
  if (body instanceof Failure) return body
  const { 'content-type': contentType } = request.headers
  const isMultipart = /^multipart\/form-data *;/i.test(contentType ?? '')
  const inBody = isMultipart ? await multipart(body, contentType!) : readBody(body, contentType)
  return inBody instanceof Failure ? inBody : argumentsIn(request, inBody)
}

/** Query and body together; the body wins. */
function argumentsIn({ url }: IncomingMessage, inBody: object = {}): Asked {
  const pairs = Object.entries({ ...parseQuery(queryOf(url!)), ...inBody }).flatMap(([name, value]) => {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value
    return ['string', 'number', 'boolean'].includes(typeof last) ? [[name, String(last)]] : []
  })
  return Object.fromEntries(pairs)
}

async function multipart(body: Buffer, contentType: string): Promise<Record<string, unknown> | Failure> {
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'Content-Type': contentType },
    }).formData()
    return Object.fromEntries(form)
  } catch {
    return new Failure(1)
  }
}

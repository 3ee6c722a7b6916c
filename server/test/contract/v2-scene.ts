import { eventually, type TestService } from '../service.ts'
import { type Client, openClient } from './scene.ts'

export interface V2Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer
  readonly body: any
}

/** An integrator of `/v2`. */
export interface V2Client extends Client {
  ask(path: string, body?: object | string, headers?: Readonly<Record<string, string>>): Promise<V2Answer>
  create(body: object, headers?: Readonly<Record<string, string>>): Promise<V2Answer>
  read(id: string, query?: string): Promise<V2Answer>
  check(id: string, code: string): Promise<V2Answer>
  /** Polls until the condition holds. */
  until(id: string, isThere: (body: V2Answer['body']) => boolean): Promise<V2Answer['body']>
}

export async function openV2Client(
  service: TestService,
  ...terms: Parameters<typeof openClient> extends [unknown, ...infer Rest] ? Rest : never
): Promise<V2Client> {
  const client = await openClient(service, ...terms)
  const ask: V2Client['ask'] = async (path, body, headers = {}) => {
    const response = await fetch(`${service.baseUrl}/v2${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: client.bearer,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? '' : JSON.parse(text),
    }
  }
  const read: V2Client['read'] = (id, query = '') => ask(`/verifications/${id}${query}`)
  return {
    ...client,
    ask,
    read,
    create: (body, headers) => ask('/verifications', body, headers),
    check: (id, code) => ask(`/verifications/${id}/check`, { code }),
    until: async (id, isThere) =>
      (
        await eventually(
          () => read(id),
          ({ body }) => isThere(body),
        )
      ).body,
  }
}

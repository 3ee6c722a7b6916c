import { hashPassword } from '../src/accounts/password.ts'
import { systemRandom } from '../src/platform/random.ts'
import type { Answer, TestService } from './service.ts'

/** Somebody who is signed in to the cabinet of a test's service. */
export interface OperatorVisitor {
  read(path: string): Promise<Answer>
  write(path: string, body?: unknown): Promise<Answer>
  /** Goes away after the first bytes of the answer. */
  leaveAtFirstLine(path: string, body: unknown): Promise<void>
  /** Sends bytes as a file. */
  upload(path: string, bytes: Uint8Array | string): Promise<Answer>
}

const ownHeader = { 'X-Ringkey-Cabinet': '1' }
const password = 'a good password'

/** The demo's owner, who is an operator too. */
export async function demoOperator(service: TestService): Promise<OperatorVisitor> {
  return signedIn(service, '/session/demo', {})
}

/** The owner of an account of his own, who is no operator. */
export async function ordinaryOwner(service: TestService, email = 'owner@example.com') {
  const account = await service.store.createAccount({
    email,
    passwordHash: await hashPassword(password, systemRandom),
    tariff: 'uni',
    demo: false,
    phoneConfirmed: true,
    at: service.clock.now(),
  })
  if (typeof account === 'string') throw new Error(account)
  return { account, visitor: await signedIn(service, '/session', { email, password }) }
}

export function nobody(service: TestService): OperatorVisitor {
  return visitorWith(service, {})
}

async function signedIn(service: TestService, path: string, body: unknown): Promise<OperatorVisitor> {
  const answer = await nobody(service).write(path, body)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (answer.status !== 200 || cookie === undefined) throw new Error(`not signed in: ${answer.status}`)
  return visitorWith(service, { Cookie: cookie })
}

function visitorWith(service: TestService, headers: Readonly<Record<string, string>>): OperatorVisitor {
  const send = (path: string, init: RequestInit) => service.raw(`/cabinet/api${path}`, init)
  return {
    read: (path) => send(path, { headers }),
    write: (path, body = {}) =>
      send(path, {
        method: 'POST',
        headers: { ...headers, ...ownHeader, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async leaveAtFirstLine(path, body) {
      const left = new AbortController()
      const response = await fetch(`${service.baseUrl}/cabinet/api${path}`, {
        method: 'POST',
        headers: { ...headers, ...ownHeader, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: left.signal,
      })
      await response.body?.getReader().read()
      left.abort()
    },
    upload: (path, bytes) =>
      send(path, {
        method: 'POST',
        headers: { ...headers, ...ownHeader, 'Content-Type': 'application/octet-stream' },
        body: bytes as NonNullable<RequestInit['body']>,
      }),
  }
}

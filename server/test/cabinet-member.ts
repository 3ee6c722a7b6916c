import { Sessions } from '../src/cabinet/sessions.ts'
import { systemRandom } from '../src/platform/random.ts'
import type { Role } from '../src/storage/people-records.ts'
import type { Answer, TestService } from './service.ts'

const userAgent = 'a browser of the test'
let people = 0

/** Somebody signed in to the cabinet, as his browser would ask. */
export interface CabinetMember {
  readonly personId: number
  read(path: string): Promise<Answer>
  write(path: string, body?: unknown): Promise<Answer>
}

/** A new person with this role in the account, past the sign-in: passwords have tests of their own and cost half a second. */
export async function visitAs(service: TestService, accountId: number, role: Role): Promise<CabinetMember> {
  const { store, clock } = service
  const person = await store.createPerson({
    email: `visitor-${++people}@example.com`,
    passwordHash: '',
    name: '',
    language: '',
    operator: false,
    createdAt: clock.now(),
  })
  if (typeof person === 'string') throw new Error(person)
  await store.saveMembership({ accountId, personId: person.id, role, createdAt: clock.now() })
  const sessions = new Sessions(store, clock, systemRandom)
  const visitor = { address: '127.0.0.1', userAgent, isHttps: false }
  const { token } = await sessions.open(person, accountId, 'full', visitor)
  const headers = { Cookie: `ringkey=${token}`, 'User-Agent': userAgent }
  return {
    personId: person.id,
    read: (path) => service.raw(`/cabinet/api${path}`, { headers }),
    write: (path, body = {}) =>
      service.raw(`/cabinet/api${path}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'X-Ringkey-Cabinet': '1' },
        body: JSON.stringify(body),
      }),
  }
}

/** An account beside the demo's, with a service of its own. */
export async function strangersAccount({ store, clock }: TestService): Promise<number> {
  const account = await store.createAccount({
    email: `stranger-${++people}@example.com`,
    passwordHash: '',
    tariff: 'uni',
    demo: false,
    phoneConfirmed: true,
    at: clock.now(),
  })
  if (typeof account === 'string') throw new Error(account)
  return account.id
}

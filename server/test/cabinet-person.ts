import { Sessions } from '../src/cabinet/sessions.ts'
import { systemRandom } from '../src/platform/random.ts'
import type { Role } from '../src/storage/people-records.ts'
import type { Answer, TestService } from './service.ts'

const userAgent = 'Test/1.0'

/** Somebody signed in to the cabinet, as his browser asks it. */
export interface CabinetPerson {
  readonly personId: number
  /** What every request of his carries now. */
  headers(): Record<string, string>
  get(path: string, query?: Readonly<Record<string, string | number>>): Promise<Answer>
  post(path: string, body?: object): Promise<Answer>
}

let people = 0

/** A new person with a role in the account. */
export async function signedIn(
  service: TestService,
  accountId: number,
  role: Role = 'owner',
  { operator = false } = {},
): Promise<CabinetPerson> {
  const { store, clock } = service
  const person = await store.createPerson({
    email: `person-${++people}@example.com`,
    passwordHash: '',
    name: '',
    language: '',
    operator,
    createdAt: clock.now(),
  })
  if (typeof person === 'string') throw new Error(person)
  await store.saveMembership({ accountId, personId: person.id, role, createdAt: clock.now() })
  const visitor = { address: '127.0.0.1', userAgent, isHttps: false }
  const { token } = await new Sessions(store, clock, systemRandom).open(person, accountId, 'full', visitor)
  let cookie = `ringkey=${token}`
  const headers = () => ({ Cookie: cookie, 'User-Agent': userAgent })
  /** As a browser does: a token that was changed is the one that is sent next. */
  const ask = async (path: string, init: RequestInit) => {
    const answer = await service.raw(`/cabinet/api${path}`, init)
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return answer
  }
  return {
    personId: person.id,
    headers,
    get: (path, query = {}) => {
      const parameters = Object.entries(query).map(([name, value]) => [name, String(value)])
      return ask(`${path}?${new URLSearchParams(parameters)}`, { headers: headers() })
    },
    post: (path, body = {}) =>
      ask(path, {
        method: 'POST',
        headers: { ...headers(), 'Content-Type': 'application/json', 'X-Ringkey-Cabinet': '1' },
        body: JSON.stringify(body),
      }),
  }
}

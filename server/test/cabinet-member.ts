// People past the sign-in: passwords have tests of their own.

import { type OpenedSession, Sessions } from '../src/cabinet/sessions.ts'
import { systemRandom } from '../src/platform/random.ts'
import type { PersonRecord, Role } from '../src/storage/queries/people.ts'
import type { SessionStage } from '../src/storage/queries/sessions.ts'
import { type CabinetVisitor, cabinetVisitor } from './cabinet-visitor.ts'
import type { TestService } from './service.ts'
import { changed } from './store-contract/fixture.ts'

export const userAgent = 'a browser of the test'
let people = 0

export interface CabinetMember extends CabinetVisitor {
  readonly personId: number
}

/** A new person with this role in the account, signed in. */
export async function visitAs(
  service: TestService,
  accountId: number,
  role: Role = 'owner',
  { operator = false } = {},
): Promise<CabinetMember> {
  const person = await addPerson(service, `visitor-${++people}@example.com`, { operator })
  await changed(service.store, 'saveMembership', {
    accountId,
    personId: person.id,
    role,
    createdAt: service.clock.now(),
  })
  const { token } = await openSession(service, person, accountId)
  const visitor = cabinetVisitor(service, userAgent)
  visitor.cookie = `ringkey=${token}`
  return Object.assign(visitor, { personId: person.id })
}

export async function addPerson(
  { store, clock }: Pick<TestService, 'store' | 'clock'>,
  email: string,
  { operator = false } = {},
): Promise<PersonRecord> {
  const person = await changed(store, 'createPerson', {
    email,
    passwordHash: '',
    name: email.split('@')[0]!,
    language: '',
    operator,
    createdAt: clock.now(),
  })
  if (typeof person === 'string') throw new Error(person)
  return person
}

export function openSession(
  { store, clock }: Pick<TestService, 'store' | 'clock'>,
  person: PersonRecord,
  accountId: number,
  stage: SessionStage = 'full',
): Promise<OpenedSession> {
  const visitor = { address: '127.0.0.1', userAgent, isHttps: false }
  return new Sessions(store, clock, systemRandom).open(person, accountId, stage, visitor)
}

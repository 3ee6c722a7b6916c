import { describe, expect, it } from 'vitest'
import type { PersonRecord } from '../../src/storage/queries/people.ts'
import type { OneTimeLink, SessionRecord } from '../../src/storage/queries/sessions.ts'
import type { Store } from '../../src/storage/store.ts'
import {
  addAccount,
  changed,
  type Furnished,
  furnish,
  hashOf,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'

export async function addPerson(store: Store, email: string): Promise<PersonRecord> {
  const made = await changed(store, 'createPerson', {
    email,
    passwordHash: 'scrypt$',
    name: 'Ann',
    language: 'en',
    operator: false,
    createdAt: startMs,
  })
  if (made === 'email-taken') throw new Error(made)
  return made
}

export const sessionOf = (personId: number, id: string, changes: Partial<SessionRecord> = {}) => ({
  id,
  personId,
  accountId: 1,
  tokenHash: hashOf(id),
  previousHash: null,
  rotatedAt: startMs,
  stage: 'full' as const,
  device: 'Browser',
  userAgent: 'Browser/1',
  ip: '192.0.2.1',
  createdAt: startMs,
  seenAt: startMs,
  endsAt: startMs + 1_000,
  provedAt: startMs,
  ...changes,
})

export const linkOf = (token: string, changes: Partial<OneTimeLink> = {}): OneTimeLink => ({
  tokenHash: hashOf(token),
  purpose: 'new-password',
  email: '',
  personId: 0,
  accountId: 0,
  detail: '',
  createdAt: startMs,
  endsAt: startMs + 1_000,
  ...changes,
})

const messengerOf = async ({ store, accountId }: Furnished) => {
  const account = await store.account(accountId)
  return [account!.telegramId, account!.twoAuth]
}

export function describePeople(under: StoreUnderTest): void {
  describe('people', () => {
    it('are found by id and address, and an address belongs to one person', async () => {
      const { store } = await furnish(under)
      const ann = await addPerson(store, 'ann@example.com')
      expect(await store.person(ann.id)).toEqual(ann)
      expect(await store.personByEmail('ann@example.com')).toEqual(ann)
      expect(await store.personByEmail('bob@example.com')).toBeUndefined()
      expect(ann).toMatchObject({ sealedTotp: null, recoveryHashes: [], telegramId: 0, operator: false })
      expect(await changed(store, 'createPerson', { ...ann, operator: true })).toBe('email-taken')
      await store.close()
    })

    it('change only in the given fields', async () => {
      const { store } = await furnish(under)
      const { id } = await addPerson(store, 'ann@example.com')
      expect(await store.changePerson({ id, name: 'Anna', operator: true })).toBe(true)
      await store.changePerson({ id, sealedTotp: Buffer.from('sealed'), recoveryHashes: ['a', 'b'] })
      const changed = await store.person(id)
      expect(changed).toMatchObject({
        name: 'Anna',
        language: 'en',
        operator: true,
        recoveryHashes: ['a', 'b'],
      })
      expect(Buffer.from(changed!.sealedTotp!).toString()).toBe('sealed')
      expect((await store.users()).filter(({ operator }) => operator).map((user) => user.id)).toEqual([id])
      await store.changePerson({ id, sealedTotp: null })
      expect((await store.person(id))!.sealedTotp).toBeNull()
      expect(await store.changePerson({ id: 999, name: 'Nobody' })).toBe(false)
      await store.close()
    })

    it('use an authenticator code and a recovery code once each', async () => {
      const { store } = await furnish(under)
      const { id } = await addPerson(store, 'ann@example.com')
      const steps = await Promise.all([7, 7].map((step) => store.useTotpStep({ personId: id, step })))
      expect(steps.filter(Boolean)).toHaveLength(1)
      expect(await store.useTotpStep({ personId: id, step: 6 })).toBe(false)
      expect(await store.useTotpStep({ personId: id, step: 8 })).toBe(true)
      await store.changePerson({ id, recoveryHashes: ['a', 'b'] })
      const uses = await Promise.all(
        ['a', 'a', 'c'].map((hash) => store.useRecoveryCode({ personId: id, hash })),
      )
      expect(uses.filter(Boolean)).toHaveLength(1)
      expect((await store.person(id))!.recoveryHashes).toEqual(['b'])
      await store.close()
    })

    it('have a role in each account; the last owner stays, also when two demote each other', async () => {
      const { store, accountId } = await furnish(under)
      const [ann, bob] = [
        await addPerson(store, 'ann@example.com'),
        await addPerson(store, 'bob@example.com'),
      ]
      const owner = (personId: number) => ({
        accountId,
        personId,
        role: 'owner' as const,
        createdAt: startMs,
      })
      await changed(store, 'saveMembership', owner(ann.id))
      expect(await store.removeMembership({ accountId, personId: ann.id })).toBe(false)
      await changed(store, 'saveMembership', owner(bob.id))
      expect((await store.members(accountId)).map(({ person }) => person.email)).toEqual([
        'ann@example.com',
        'bob@example.com',
      ])
      const outcomes = await Promise.all(
        [ann, bob].map(({ id }) => store.changeRole({ accountId, personId: id, role: 'developer' })),
      )
      expect(outcomes.toSorted()).toEqual(['done', 'last-owner'])
      expect(await store.changeRole({ accountId, personId: 999, role: 'developer' })).toBe('unknown')
      const demoted = outcomes[0] === 'done' ? ann : bob
      await store.createSession(sessionOf(demoted.id, 's', { accountId }))
      expect(await store.removeMembership({ accountId, personId: demoted.id })).toBe(true)
      expect(await store.memberships(demoted.id)).toEqual([])
      expect((await store.session('s'))!.accountId).toBe(0)
      await store.close()
    })

    it('give the account the messenger of its first owner', async () => {
      const furnished = await furnish(under)
      const { store, accountId } = furnished
      const [ann, bob] = [
        await addPerson(store, 'ann@example.com'),
        await addPerson(store, 'bob@example.com'),
      ]
      await store.changePerson({ id: bob.id, telegramId: 7, confirmsByTelegram: true })
      await changed(store, 'saveMembership', {
        accountId,
        personId: ann.id,
        role: 'owner',
        createdAt: startMs,
      })
      await changed(store, 'saveMembership', {
        accountId,
        personId: bob.id,
        role: 'developer',
        createdAt: startMs,
      })
      expect(await messengerOf(furnished)).toEqual([0, false])
      await store.changePerson({ id: ann.id, telegramId: 5_000_000_000 })
      expect(await messengerOf(furnished)).toEqual([5_000_000_000, false])
      await store.changePerson({ id: ann.id, confirmsByTelegram: true })
      expect(await messengerOf(furnished)).toEqual([5_000_000_000, true])
      await store.changeRole({ accountId, personId: bob.id, role: 'owner' })
      await store.changeRole({ accountId, personId: ann.id, role: 'developer' })
      expect(await messengerOf(furnished)).toEqual([7, true])
      expect((await store.personByTelegram(7))?.id).toBe(bob.id)
      expect(await store.personByTelegram(0)).toBeUndefined()
      await store.close()
    })
  })

  describe('sessions and links', () => {
    it('rotate once, end alone or together, and are deleted when they have expired', async () => {
      const { store } = await furnish(under)
      const rotation = (to: string) =>
        store.rotateSession({
          id: 'one',
          from: hashOf('one'),
          to: hashOf(to),
          at: startMs + 5,
          endsAt: startMs + 9_000,
        })
      for (const id of ['one', 'two', 'three']) await store.createSession(sessionOf(1, id))
      await store.createSession(sessionOf(2, 'other'))
      expect((await Promise.all([rotation('x'), rotation('y')])).filter(Boolean)).toHaveLength(1)
      const rotated = await store.session('one')
      expect(Buffer.from(rotated!.previousHash!)).toEqual(hashOf('one'))
      expect(rotated).toMatchObject({ rotatedAt: startMs + 5, endsAt: startMs + 9_000 })
      expect(await store.changeSession({ id: 'two', stage: 'second-factor', seenAt: startMs + 1 })).toBe(true)
      expect((await store.sessionsOf(1)).map(({ id }) => id)).toEqual(['one', 'two', 'three'])
      expect(await store.endSession('three')).toBe(true)
      expect(await store.endSession('three')).toBe(false)
      expect(await store.endSessions({ personId: 1, except: 'one' })).toBe(1)
      expect(await store.endOldSessions(startMs + 1_000)).toBe(1)
      expect(await store.session('other')).toBeUndefined()
      expect(await store.endSessions({ personId: 1, except: null })).toBe(1)
      await store.close()
    })

    it('return a link once, for its purpose, until it expires', async () => {
      const { store, accountId } = await furnish(under)
      await store.createLink(linkOf('a', { personId: 4, detail: 'developer' }))
      await store.createLink(linkOf('b', { purpose: 'join-account', accountId, email: 'bob@example.com' }))
      const use = (token: string, purpose: OneTimeLink['purpose'], now = startMs) =>
        store.useLink({ tokenHash: hashOf(token), purpose, now })
      expect(await use('a', 'sign-up')).toBeUndefined()
      expect(await use('a', 'new-password', startMs + 1_000)).toBeUndefined()
      const used = await Promise.all([use('a', 'new-password'), use('a', 'new-password')])
      expect(used.filter((link) => link !== undefined)).toMatchObject([{ personId: 4, detail: 'developer' }])
      expect(await store.linksOf({ accountId, purpose: 'join-account' })).toMatchObject([
        { email: 'bob@example.com' },
      ])
      expect(await store.link(hashOf('b'))).toMatchObject({ accountId })
      expect(await store.removeLink(hashOf('b'))).toBe(true)
      expect(await store.removeLink(hashOf('b'))).toBe(false)
      await store.createLink(linkOf('c'))
      await store.endOldSessions(startMs + 1_000)
      expect(await store.link(hashOf('c'))).toBeUndefined()
      expect(await addAccount(store, 'x@example.com')).toBeGreaterThan(0)
      await store.close()
    })
  })
}

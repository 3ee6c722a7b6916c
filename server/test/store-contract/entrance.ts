import { describe, expect, it } from 'vitest'
import { eraseClosedAccounts } from '../../src/accounts/erase-closed-accounts.ts'
import type { SignUp } from '../../src/storage/queries/entrance.ts'
import type { Store } from '../../src/storage/store.ts'
import {
  admitted,
  callTo,
  changed,
  ended,
  furnish,
  hashOf,
  isClean,
  ownerOf,
  price,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'
import { addPerson, linkOf, sessionOf } from './people.ts'
import { create } from './verifications.ts'

export const newcomer = (changes: Partial<SignUp> = {}): SignUp => ({
  tokenHash: null,
  email: 'new@example.com',
  passwordHash: 'scrypt$',
  name: 'New',
  language: 'ru',
  tariff: 'uni',
  phoneConfirmed: false,
  demo: false,
  at: startMs,
  ...changes,
})

export function describeEntrance(under: StoreUnderTest): void {
  describe('entrance', () => {
    it('creates an account with its owner, once for an address and once for an invitation', async () => {
      const { store } = await furnish(under)
      await store.createLink(linkOf('invitation', { purpose: 'sign-up' }))
      const tokenHash = hashOf('invitation')
      const [one, other] = await Promise.all([
        store.signUp(newcomer({ tokenHash })),
        store.signUp(newcomer({ tokenHash, email: 'late@example.com' })),
      ])
      expect([one.kind, other.kind].toSorted()).toEqual(['done', 'link-ended'])
      const done = one.kind === 'done' ? one : other
      if (done.kind !== 'done') throw new Error(done.kind)
      expect(await store.account(done.accountId)).toMatchObject({ balanceUnits: 0, phoneConfirmed: false })
      expect(await store.person(done.personId)).toMatchObject({
        name: 'New',
        language: 'ru',
        operator: false,
      })
      expect(await store.memberships(done.personId)).toMatchObject([
        { accountId: done.accountId, role: 'owner' },
      ])
      const { email } = (await store.person(done.personId))!
      expect(await store.signUp(newcomer({ email }))).toEqual({ kind: 'email-taken' })
      await store.close()
    })

    it('keeps an invitation for its address, also when the address is taken', async () => {
      const { store } = await furnish(under)
      await addPerson(store, 'ann@example.com')
      await store.createLink(linkOf('a', { purpose: 'sign-up', email: 'ann@example.com' }))
      const ask = (email: string, at = startMs) =>
        store.signUp(newcomer({ tokenHash: hashOf('a'), email, at }))
      expect(await ask('new@example.com')).toEqual({ kind: 'link-ended' })
      expect(await ask('ann@example.com', startMs + 1_000)).toEqual({ kind: 'link-ended' })
      expect(await ask('ann@example.com')).toEqual({ kind: 'email-taken' })
      expect(await store.link(hashOf('a'))).toBeDefined()
      await store.close()
    })

    it('opens one account for a person without any, if the address or the invitation allows it', async () => {
      const { store, accountId } = await furnish(under)
      const { id: personId } = await addPerson(store, 'ann@example.com')
      const open = (tokenHash: Uint8Array | null = null) =>
        store.openAccount({
          tokenHash,
          personId,
          tariff: 'uni',
          phoneConfirmed: false,
          demo: false,
          at: startMs,
        })
      await changed(store, 'saveMembership', { accountId, personId, role: 'developer', createdAt: startMs })
      expect(await open()).toEqual({ kind: 'has-account' })
      await store.removeMembership({ accountId, personId })
      for (const [token, email] of Object.entries({ own: 'ann@example.com', other: 'bob@example.com' })) {
        await store.createLink(linkOf(token, { purpose: 'sign-up', email }))
      }
      for (const token of ['unknown', 'other']) {
        expect(await open(hashOf(token))).toEqual({ kind: 'link-ended' })
      }
      const both = await Promise.all([open(hashOf('own')), open(null)])
      const done = both.find(({ kind }) => kind === 'done')
      expect(both.filter(({ kind }) => kind === 'done')).toHaveLength(1)
      if (done?.kind !== 'done') throw new Error('none was opened')
      expect(await store.memberships(personId)).toMatchObject([{ accountId: done.accountId, role: 'owner' }])
      expect(await store.account(done.accountId)).toMatchObject({
        email: 'ann@example.com',
        balanceUnits: 0,
        phoneConfirmed: false,
        demo: false,
      })
      expect((await store.person(personId))!.passwordHash).toBe('scrypt$')
      await store.close()
    })

    it('opens none beside an account with the same address, and uses the invitation up', async () => {
      const { store } = await furnish(under)
      const made = await store.signUp(newcomer())
      if (made.kind !== 'done') throw new Error(made.kind)
      const { personId } = made
      const heir = await addPerson(store, 'heir@example.com')
      for (const id of [heir.id, personId]) {
        await changed(store, 'saveMembership', { ...made, personId: id, role: 'owner', createdAt: startMs })
      }
      await store.removeMembership({ accountId: made.accountId, personId })
      await store.createLink(linkOf('a', { purpose: 'sign-up' }))
      const open = (id: number) => {
        const terms = { tariff: 'uni', phoneConfirmed: true, demo: true, at: startMs }
        return store.openAccount({ ...terms, tokenHash: hashOf('a'), personId: id })
      }
      expect(await open(personId)).toEqual({ kind: 'email-taken' })
      const { id } = await addPerson(store, 'cat@example.com')
      const opened = await open(id)
      expect(opened).toMatchObject({ kind: 'done', personId: id })
      if (opened.kind === 'done')
        expect(await store.account(opened.accountId)).toMatchObject({ demo: true, balanceUnits: 0 })
      expect(await store.link(hashOf('a'))).toBeUndefined()
      await store.close()
    })

    it('lets an invited person join, new or existing, and nobody loses a role by it', async () => {
      const { store, accountId } = await furnish(under)
      const invite = (token: string, email: string) =>
        store.createLink(linkOf(token, { purpose: 'join-account', accountId, email, detail: 'developer' }))
      const ann = await addPerson(store, 'ann@example.com')
      await changed(store, 'saveMembership', {
        accountId,
        personId: ann.id,
        role: 'owner',
        createdAt: startMs,
      })
      const fresh = { passwordHash: 'scrypt$', name: '', language: '' as const }
      await invite('new', 'bob@example.com')
      const join = (token: string, person: { id: number } | typeof fresh) =>
        store.joinAccount({ tokenHash: hashOf(token), person, at: startMs })
      expect(await join('new', fresh)).toMatchObject({ kind: 'done', accountId })
      expect(await join('new', fresh)).toEqual({ kind: 'link-ended' })
      await invite('taken', 'ann@example.com')
      expect(await join('taken', fresh)).toEqual({ kind: 'email-taken' })
      expect(await join('taken', { id: ann.id })).toMatchObject({ kind: 'done', personId: ann.id })
      const roles = (await store.members(accountId)).map(({ person, role }) => [person.email, role])
      expect(roles).toEqual([
        ['ann@example.com', 'owner'],
        ['bob@example.com', 'developer'],
      ])
      await store.close()
    })

    it('replaces a password once for all links, and ends every session', async () => {
      const { store } = await furnish(under)
      const { id } = await addPerson(store, 'ann@example.com')
      for (const token of ['a', 'b']) await store.createLink(linkOf(token, { personId: id }))
      await store.createSession(sessionOf(id, 's'))
      const replace = (token: string) =>
        store.replacePassword({ tokenHash: hashOf(token), passwordHash: 'new', at: startMs })
      expect(await replace('a')).toBe(id)
      expect(await replace('b')).toBeUndefined()
      expect((await store.person(id))!.passwordHash).toBe('new')
      expect(await store.session('s')).toBeUndefined()
      await store.close()
    })

    it('pages through the actions, newest first', async () => {
      const { store, accountId } = await furnish(under)
      for (let index = 1; index <= 5; index++) {
        const action = {
          action: `did ${index}`,
          facts: {},
          userAgent: '',
          ip: '',
          createdAt: startMs + index,
        }
        await store.recordAction({ accountId, action })
      }
      const first = await store.actions({ accountId, before: null, limit: 2 })
      expect(first.map(({ action }) => action)).toEqual(['did 5', 'did 4'])
      const rest = await store.actions({ accountId, before: first[1]!.id, limit: 9 })
      expect(rest.map(({ action }) => action)).toEqual(['did 3', 'did 2', 'did 1'])
      await store.close()
    })

    it('confirms the phone of an account with the right code, in time and within the tries', async () => {
      const { store, accountId } = await furnish(under)
      await changed(store, 'changeAccount', { id: accountId, phoneConfirmed: false, at: startMs })
      const phoneHash = hashOf('79161234567')
      const call = (endsAt = startMs + 1_000) =>
        store.awaitOwnPhone({ accountId, phoneHash, phoneMask: '7916***4567', codeHash: 'right', endsAt })
      const attempt = (codeHash: string, now = startMs) =>
        store.tryOwnPhone({ accountId, codeHash, maxTries: 2, now })
      expect(await attempt('right')).toBe('ended')
      await call()
      expect(await attempt('right', startMs + 1_000)).toBe('ended')
      expect([await attempt('a'), await attempt('b'), await attempt('right')]).toEqual([
        'wrong',
        'wrong',
        'ended',
      ])
      await call()
      expect(await store.accountsWithPhone({ phoneHash, exceptAccountId: 0 })).toBe(0)
      expect(await attempt('right')).toBe('confirmed')
      expect(await attempt('right')).toBe('ended')
      expect(await store.ownPhone(accountId)).toMatchObject({
        phoneMask: '7916***4567',
        confirmedAt: startMs,
      })
      expect((await store.account(accountId))!.phoneConfirmed).toBe(true)
      expect(await store.accountsWithPhone({ phoneHash, exceptAccountId: 0 })).toBe(1)
      expect(await store.accountsWithPhone({ phoneHash, exceptAccountId: accountId })).toBe(0)
      await store.close()
    })

    it('closes an account without money: members, keys and personal data are removed, the ledger stays', async () => {
      const furnished = await furnish(under, 8_000)
      const { store, accountId, serviceId } = furnished
      const ann = await addPerson(store, 'ann@example.com')
      await changed(store, 'saveMembership', {
        accountId,
        personId: ann.id,
        role: 'owner',
        createdAt: startMs,
      })
      await store.createSession(sessionOf(ann.id, 's', { accountId }))
      await store.recordAction({
        accountId: accountId,
        action: {
          action: 'x',
          facts: {},
          userAgent: 'u',
          ip: '192.0.2.1',
          createdAt: startMs,
        },
      })
      const close = () => closed(store, accountId)
      expect(await close()).toBe('has-money')
      const vendorId = await admitted(store, callTo('79161234567', furnished, { client: 'Ann', unique: 'k' }))
      expect(await close()).toBe('calls-under-way')
      await store.settle(ended(furnished, vendorId, true))
      expect(await close()).toBe('done')

      expect(await store.person(ann.id)).toBeUndefined()
      expect(await store.session('s')).toBeUndefined()
      expect(await store.members(accountId)).toEqual([])
      expect(await store.account(accountId)).toMatchObject({
        status: 'blocked',
        email: `closed-${accountId}`,
      })
      const service = await store.service(serviceId)
      expect(service!.status).toBe('archived')
      expect(Buffer.from(service!.keyHash)).toEqual(hashOf('dead'))
      expect(await store.actions({ accountId, limit: 9 })).toEqual([])
      const entries = await store.ledger({ accountId, afterEntry: 0, limit: 9 })
      expect(entries.map(({ kind }) => kind)).toEqual(['top-up', 'capture'])

      expect(await store.accountsToErase()).toEqual([{ accountId, below: null }])
      await store.digest({ limit: 10, now: startMs })
      await store.eraseCalls({ accountId, vendorIds: [vendorId], below: vendorId })
      expect(await store.accountsToErase()).toEqual([{ accountId, below: vendorId }])
      expect(await store.call(vendorId)).toMatchObject({ phoneHash: null, phoneMask: '', client: '' })
      const search = {
        serviceIds: [serviceId],
        phoneHash: hashOf('79161234567'),
        client: 'Ann',
        unique: null,
      }
      expect(await store.findCalls({ ...search, limit: 9 })).toEqual([])
      await store.eraseCalls({ accountId, vendorIds: [], below: null })
      expect(await store.accountsToErase()).toEqual([])
      expect(await isClean(store)).toBe(true)
      await store.close()
    })

    it('erases a verification that was pending at that time too, once it has ended', async () => {
      const its = await furnish(under, price)
      const { store, accountId } = its
      const { id, vendorId } = await create(its)
      await store.settle(ended(its, vendorId, true))
      await store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: startMs + 6_000 })
      expect(await store.verification(id)).toMatchObject({ status: 'pending' })
      expect(await closed(store, accountId)).toBe('done')
      await eraseClosedAccounts(store, () => false)
      expect(await store.accountsToErase()).toHaveLength(1)
      await store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: startMs + 300_000 })
      await eraseClosedAccounts(store, () => false)
      expect(await store.verification(id)).toMatchObject({
        status: 'expired',
        phoneHash: null,
        phoneMask: '',
      })
      expect(await store.accountsToErase()).toEqual([])
      await store.close()
    })

    it('keeps people who have another account, and operators', async () => {
      const { store, accountId } = await furnish(under, 0)
      const made = await store.signUp(newcomer())
      if (made.kind !== 'done') throw new Error(made.kind)
      const chief = await addPerson(store, 'chief@example.com')
      await store.changePerson({ id: chief.id, operator: true })
      for (const personId of [made.personId, chief.id]) {
        await changed(store, 'saveMembership', { accountId, personId, role: 'owner', createdAt: startMs })
      }
      expect(await closed(store, accountId)).toBe('done')
      expect(await store.person(chief.id)).toBeDefined()
      expect(await store.memberships(made.personId)).toMatchObject([{ accountId: made.accountId }])
      await store.close()
    })
  })
}

async function closed(store: Store, accountId: number): Promise<unknown> {
  const input = { accountId, deadKeyHash: hashOf('dead'), givesUp: null, at: startMs }
  return changed(store, 'closeAccount', input)
}

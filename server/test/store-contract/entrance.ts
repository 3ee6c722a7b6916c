import { describe, expect, it } from 'vitest'
import type { SignUp } from '../../src/storage/entrance-records.ts'
import { admitted, callTo, ended, furnish, hashOf, isClean, type StoreUnderTest, startMs } from './fixture.ts'
import { addPerson, linkOf, sessionOf } from './people.ts'

const newcomer = (changes: Partial<SignUp> = {}): SignUp => ({
  tokenHash: null,
  email: 'new@example.com',
  passwordHash: 'scrypt$',
  name: 'New',
  language: 'ru',
  tariff: 'uni',
  phoneConfirmed: false,
  at: startMs,
  ...changes,
})

export function describeEntrance(under: StoreUnderTest): void {
  describe('entrance', () => {
    it('makes an account with its owner, once for an address and once for an invitation', async () => {
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

    it('keeps an invitation for its address, and when the address is taken', async () => {
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

    it('lets an invited person join, new or known; nobody loses a role by it', async () => {
      const { store, accountId } = await furnish(under)
      const invite = (token: string, email: string) =>
        store.createLink(linkOf(token, { purpose: 'join-account', accountId, email, detail: 'developer' }))
      const ann = await addPerson(store, 'ann@example.com')
      await store.saveMembership({ accountId, personId: ann.id, role: 'owner', createdAt: startMs })
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

    it('gives a person the address of a link, once, with the account that went by the old one', async () => {
      const { store } = await furnish(under)
      const made = await store.signUp(newcomer())
      if (made.kind !== 'done') throw new Error(made.kind)
      const { accountId, personId } = made
      const linkTo = (token: string, email: string) =>
        store.createLink(linkOf(token, { purpose: 'new-email', personId, email }))
      const replace = (token: string, at = startMs) => store.replaceEmail({ tokenHash: hashOf(token), at })
      await linkTo('a', 'moved@example.com')
      await linkTo('b', 'else@example.com')
      await store.createLink(linkOf('password', { personId }))
      expect(await replace('password')).toEqual({ kind: 'link-ended' })
      expect(await replace('a', startMs + 1_000)).toEqual({ kind: 'link-ended' })
      expect(await replace('a', startMs + 1)).toEqual({
        kind: 'done',
        personId,
        oldEmail: 'new@example.com',
        accountId,
      })
      expect(await store.personByEmail('new@example.com')).toBeUndefined()
      expect(await store.personByEmail('moved@example.com')).toMatchObject({ id: personId, name: 'New' })
      expect(await store.account(accountId)).toMatchObject({
        email: 'moved@example.com',
        updatedAt: startMs + 1,
      })
      // What went to the old mailbox, or waited elsewhere, has ended with it.
      for (const token of ['a', 'b']) expect(await replace(token)).toEqual({ kind: 'link-ended' })
      expect(await store.link(hashOf('password'))).toBeUndefined()
      await store.close()
    })

    it('leaves an account its address when a person moves who does not own it', async () => {
      const { store } = await furnish(under)
      const made = await store.signUp(newcomer())
      if (made.kind !== 'done') throw new Error(made.kind)
      const { accountId, personId } = made
      const heir = await addPerson(store, 'heir@example.com')
      await store.saveMembership({ accountId, personId: heir.id, role: 'owner', createdAt: startMs })
      await store.changeRole({ accountId, personId, role: 'developer' })
      await store.createLink(linkOf('a', { purpose: 'new-email', personId, email: 'moved@example.com' }))
      const moved = await store.replaceEmail({ tokenHash: hashOf('a'), at: startMs })
      expect(moved).toMatchObject({ kind: 'done', accountId: 0 })
      expect((await store.account(accountId))!.email).toBe('new@example.com')
      // Neither a person nor an account may have the address already; the link stays for another try.
      for (const taken of ['heir@example.com', 'new@example.com']) {
        await store.createLink(linkOf(taken, { purpose: 'new-email', personId, email: taken }))
        const refused = await store.replaceEmail({ tokenHash: hashOf(taken), at: startMs })
        expect(refused).toEqual({ kind: 'email-taken' })
        expect(await store.link(hashOf(taken))).toBeDefined()
      }
      await store.close()
    })

    it('gives an address that several reach for to one of them', async () => {
      const { store } = await furnish(under)
      const names = ['a', 'b', 'c', 'd']
      for (const name of names) {
        const { id } = await addPerson(store, `${name}@example.com`)
        await store.createLink(
          linkOf(name, { purpose: 'new-email', personId: id, email: 'wanted@example.com' }),
        )
      }
      const results = await Promise.all(
        names.map((name) => store.replaceEmail({ tokenHash: hashOf(name), at: startMs })),
      )
      expect(results.map(({ kind }) => kind).toSorted()).toEqual([
        'done',
        'email-taken',
        'email-taken',
        'email-taken',
      ])
      await store.close()
    })

    it('pages through the actions, newest first', async () => {
      const { store, accountId } = await furnish(under)
      for (let index = 1; index <= 5; index++) {
        const action = { action: `did ${index}`, userAgent: '', ip: '', createdAt: startMs + index }
        await store.recordAction(accountId, action)
      }
      const first = await store.actionPage({ accountId, before: null, limit: 2 })
      expect(first.map(({ action }) => action)).toEqual(['did 5', 'did 4'])
      const rest = await store.actionPage({ accountId, before: first[1]!.id, limit: 9 })
      expect(rest.map(({ action }) => action)).toEqual(['did 3', 'did 2', 'did 1'])
      await store.close()
    })

    it('confirms the phone of an account with the right code, in time and within the tries', async () => {
      const { store, accountId } = await furnish(under)
      await store.setPhoneConfirmed({ id: accountId, confirmed: false, at: startMs })
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

    it('closes an account without money: members, keys and traces of people go, the ledger stays', async () => {
      const furnished = await furnish(under, 8_000)
      const { store, accountId, serviceId } = furnished
      const ann = await addPerson(store, 'ann@example.com')
      await store.saveMembership({ accountId, personId: ann.id, role: 'owner', createdAt: startMs })
      await store.createSession(sessionOf(ann.id, 's', { accountId }))
      await store.recordAction(accountId, {
        action: 'x',
        userAgent: 'u',
        ip: '192.0.2.1',
        createdAt: startMs,
      })
      const close = () => store.closeAccount({ accountId, deadKeyHash: hashOf('dead'), at: startMs })
      expect(await close()).toBe('has-money')
      const vendorId = await admitted(store, callTo('79161234567', furnished, { client: 'Ann', unique: 'k' }))
      expect(await close()).toBe('calls-under-way')
      await store.settle(ended(vendorId, true))
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
      expect(entries.map(({ kind }) => kind)).toEqual(['top-up', 'hold', 'capture'])

      expect(await store.accountsToErase()).toEqual([{ accountId, below: null }])
      await store.digest({ limit: 10, now: startMs })
      await store.eraseVerifications({ accountId, vendorIds: [vendorId], below: vendorId })
      expect(await store.accountsToErase()).toEqual([{ accountId, below: vendorId }])
      expect(await store.verification(vendorId)).toMatchObject({ phoneHash: null, phoneMask: '', client: '' })
      const search = {
        serviceIds: [serviceId],
        phoneHash: hashOf('79161234567'),
        client: 'Ann',
        unique: null,
      }
      expect(await store.findVerifications({ ...search, limit: 9 })).toEqual([])
      await store.eraseVerifications({ accountId, vendorIds: [], below: null })
      expect(await store.accountsToErase()).toEqual([])
      expect(await isClean(store)).toBe(true)
      await store.close()
    })

    it('leaves those who have another account, and operators', async () => {
      const { store, accountId } = await furnish(under, 0)
      const made = await store.signUp(newcomer())
      if (made.kind !== 'done') throw new Error(made.kind)
      const chief = await addPerson(store, 'chief@example.com')
      await store.changePerson({ id: chief.id, operator: true })
      for (const personId of [made.personId, chief.id]) {
        await store.saveMembership({ accountId, personId, role: 'owner', createdAt: startMs })
      }
      expect(await store.closeAccount({ accountId, deadKeyHash: hashOf('dead'), at: startMs })).toBe('done')
      expect(await store.person(chief.id)).toBeDefined()
      expect(await store.memberships(made.personId)).toMatchObject([{ accountId: made.accountId }])
      await store.close()
    })
  })
}

import { describe, expect, it } from 'vitest'
import { newcomer } from './entrance.ts'
import { changed, furnish, hashOf, type StoreUnderTest, startMs } from './fixture.ts'
import { addPerson, linkOf } from './people.ts'

export function describeNewEmail(under: StoreUnderTest): void {
  describe('a new e-mail', () => {
    it('replaces the address of a person once, by a link, and that of the account with the old address', async () => {
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
      // Links to the old mailbox, and other pending ones, have ended with it.
      for (const token of ['a', 'b']) expect(await replace(token)).toEqual({ kind: 'link-ended' })
      expect(await store.link(hashOf('password'))).toBeUndefined()
      await store.close()
    })

    it('leaves an account its address when the person does not own it', async () => {
      const { store } = await furnish(under)
      const made = await store.signUp(newcomer())
      if (made.kind !== 'done') throw new Error(made.kind)
      const { accountId, personId } = made
      const heir = await addPerson(store, 'heir@example.com')
      await changed(store, 'saveMembership', {
        accountId,
        personId: heir.id,
        role: 'owner',
        createdAt: startMs,
      })
      await store.changeRole({ accountId, personId, role: 'developer' })
      await store.createLink(linkOf('a', { purpose: 'new-email', personId, email: 'moved@example.com' }))
      const moved = await store.replaceEmail({ tokenHash: hashOf('a'), at: startMs })
      expect(moved).toMatchObject({ kind: 'done', accountId: 0 })
      expect((await store.account(accountId))!.email).toBe('new@example.com')
      // No person or account may already have the address; the link can be used again.
      for (const taken of ['heir@example.com', 'new@example.com']) {
        await store.createLink(linkOf(taken, { purpose: 'new-email', personId, email: taken }))
        const refused = await store.replaceEmail({ tokenHash: hashOf(taken), at: startMs })
        expect(refused).toEqual({ kind: 'email-taken' })
        expect(await store.link(hashOf(taken))).toBeDefined()
      }
      await store.close()
    })

    it('gives an address that several requests want to one of them', async () => {
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
  })
}

import { beforeEach, describe, expect, it } from 'vitest'
import type { OidcClient, SavedOidcRecord } from '../../src/storage/queries/oidc.ts'
import { changed, type Furnished, furnish, hashOf, type StoreUnderTest } from './fixture.ts'

export function describeOidc(under: StoreUnderTest): void {
  describe('OpenID Connect', () => {
    let shop: Furnished
    beforeEach(async () => {
      shop = await furnish(under)
    })
    const clientOf = (id: string): OidcClient => ({
      id,
      serviceId: shop.serviceId,
      secretHash: id === 'public' ? null : hashOf(id),
      settings: {
        name: 'Shop',
        redirects: ['https://shop.example/callback'],
        logoutRedirects: [],
        isTest: false,
        algorithm: 'ES256',
        rememberDays: 0,
      },
      createdAt: 5,
    })

    const recordOf = (id: string, more: Partial<SavedOidcRecord> = {}): SavedOidcRecord => ({
      idHash: hashOf(id),
      kind: 'AuthorizationCode',
      payload: `{"of":"${id}"}`,
      grantId: '',
      uid: '',
      phoneHash: null,
      now: Date.now(),
      lifeMs: 60_000,
      ...more,
    })

    it('keeps clients, and what people got there, until they are removed or their account is closed', async () => {
      const { store, serviceId, accountId } = shop
      const phoneHash = hashOf('79161234567')
      for (const client of ['public', 'of another account'])
        await store.saveOidcRecord(
          recordOf(client, { kind: 'Session', payload: `{"authorizations":{"${client}":{}}}`, phoneHash }),
        )
      expect(await store.hasOidcClients()).toBe(false)
      await changed(store, 'addOidcClient', clientOf('public'))
      await changed(store, 'addOidcClient', clientOf('secret'))
      expect(await store.hasOidcClients()).toBe(true)
      expect(await store.oidcClients(serviceId)).toMatchObject([clientOf('public'), { id: 'secret' }])
      expect(await store.oidcClients(serviceId + 1)).toEqual([])
      const kept = (await store.oidcClient('secret'))!
      expect(Buffer.from(kept.secretHash!)).toEqual(hashOf('secret'))
      expect(await changed(store, 'removeOidcClient', 'secret')).toBe(true)
      expect(await changed(store, 'removeOidcClient', 'secret')).toBe(false)
      const { balanceUnits } = (await store.account(accountId))!
      const givesUp = balanceUnits === 0 ? null : { balanceUnits, note: '' }
      const closing = { accountId, deadKeyHash: hashOf('dead'), givesUp, at: 9 }
      expect(await changed(store, 'closeAccount', closing)).toBe('done')
      expect(await store.oidcClients(null)).toEqual([])
      expect(await store.oidcRecordsOf(phoneHash)).toMatchObject([
        { payload: '{"authorizations":{"of another account":{}}}' },
      ])
    })

    it('never replaces the subject key, and publishes signing keys for a while after a rotation', async () => {
      const { store } = shop
      const key = (id: string, algorithm: 'ES256' | 'subject' = 'ES256') => ({
        id,
        algorithm,
        sealed: hashOf(id),
      })
      const keys = async () => (await store.oidcKeys()).map(({ id, endsAt }) => [id, endsAt])
      await changed(store, 'addOidcKeys', { keys: [key('subject', 'subject'), key('first')], at: 1 })
      const other = { ...key('subject', 'subject'), sealed: hashOf('other') }
      await changed(store, 'addOidcKeys', { keys: [other], at: 2 })
      expect(Buffer.from((await store.oidcKeys())[1]!.sealed)).toEqual(hashOf('subject'))
      await changed(store, 'retireOidcKeys', { at: 10, endsAt: 20 })
      await changed(store, 'addOidcKeys', { keys: [key('second')], at: 10 })
      expect(await keys()).toEqual([
        ['second', 0],
        ['first', 20],
        ['subject', 0],
      ])
      await changed(store, 'retireOidcKeys', { at: 20, endsAt: 30 })
      expect(await keys()).toEqual([
        ['second', 30],
        ['subject', 0],
      ])
    })

    it('uses a code up once, ends a grant with all it gave, and forgets what has expired', async () => {
      const { store } = shop
      const now = Date.now()
      const payload = async (id: string) => (await store.oidcRecord({ idHash: hashOf(id), now }))?.payload
      await store.saveOidcRecord(recordOf('code', { grantId: 'g' }))
      await store.saveOidcRecord(recordOf('other'))
      expect(await store.oidcRecord({ idHash: hashOf('code'), now })).toMatchObject({ consumedAt: 0 })
      const uses = [1, 2].map(() => store.consumeOidcRecord({ idHash: hashOf('code'), now }))
      expect((await Promise.all(uses)).sort()).toEqual([false, true])
      await store.saveOidcRecord(recordOf('code', { grantId: 'g', payload: '{"of":"again"}' }))
      expect((await store.oidcRecord({ idHash: hashOf('code'), now }))!.consumedAt).toBeGreaterThan(0)
      expect(await payload('code')).toBe('{"of":"again"}')

      await store.revokeOidcGrant('g')
      expect([await payload('code'), await payload('other')]).toEqual([undefined, '{"of":"other"}'])

      await store.saveOidcRecord(recordOf('session', { uid: 'u', phoneHash: hashOf('79161234567') }))
      expect(await store.oidcSession({ uid: 'u', now })).toMatchObject({ payload: '{"of":"session"}' })
      expect(await store.oidcSession({ uid: '', now })).toBeUndefined()
      expect(await store.erasePhone(hashOf('79161234567'))).toBe(1)
      expect(await payload('session')).toBeUndefined()

      await store.saveOidcRecord(recordOf('short', { now, lifeMs: -1 }))
      expect(await payload('short')).toBeUndefined()
      await store.removeOidcRecord(hashOf('other'))
      expect(await payload('other')).toBeUndefined()
    })
  })
}

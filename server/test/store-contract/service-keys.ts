import { describe, expect, it } from 'vitest'
import { maxKeysPerService } from '../../src/storage/queries/service-keys.ts'
import { changed, furnish, hashOf, type StoreUnderTest, startMs } from './fixture.ts'

const hourMs = 3_600_000

export function describeServiceKeys(under: StoreUnderTest): void {
  describe('additional keys of a service', () => {
    it('are added up to a limit, and revoked', async () => {
      const { store, serviceId } = await furnish(under)
      const add = (name: string) =>
        changed(store, 'addKey', { serviceId, name, scope: 'read', keyHash: hashOf(name), at: startMs })
      for (let key = 0; key < maxKeysPerService; key++) expect(await add(`key ${key}`)).toBeDefined()
      expect(await add('one too many')).toBeUndefined()
      const [first] = await store.furtherKeys(serviceId)
      expect(first).toMatchObject({ serviceId, name: 'key 0', scope: 'read', createdAt: startMs })
      expect(first).toMatchObject({ lastUsedAt: 0, endsAt: null, replacedBy: null })
      expect(Buffer.from(first!.keyHash).equals(hashOf('key 0'))).toBe(true)
      const before = await store.settingsVersion()
      expect(await changed(store, 'revokeKey', first!.id)).toBe(true)
      expect(await changed(store, 'revokeKey', first!.id)).toBe(false)
      expect(await store.settingsVersion()).toBeGreaterThan(before)
      expect(await add('now there is room')).toBeDefined()
      await store.close()
    })

    it('are replaced by a new one, and only the last one before lives on for its overlap', async () => {
      const { store, serviceId } = await furnish(under)
      const at = startMs
      const added = { serviceId, name: 'CI', scope: 'test', keyHash: hashOf('one'), at } as const
      await changed(store, 'addKey', added)
      const rotate = (id: number, key: string) =>
        changed(store, 'rotateAdditionalKey', {
          id,
          keyHash: hashOf(key),
          previousEndsAt: at + hourMs,
          at,
        })
      const [one] = await store.furtherKeys(serviceId)
      await rotate(one!.id, 'two')
      expect(await rotate(one!.id, 'again')).toBeUndefined()
      const two = (await store.furtherKeys(serviceId)).at(-1)!
      await rotate(two.id, 'three')
      const keys = await store.furtherKeys(serviceId)
      const three = keys.at(-1)!
      expect(keys).toMatchObject([
        { id: two.id, name: 'CI', scope: 'test', endsAt: at + hourMs, replacedBy: three.id },
        { name: 'CI', scope: 'test', endsAt: null, replacedBy: null },
      ])
      await changed(store, 'revokeKey', three.id)
      expect(await store.furtherKeys(serviceId)).toEqual([])
      await store.close()
    })

    it('and the main key are known by their last use, each secret by its own', async () => {
      const { store, serviceId } = await furnish(under)
      await changed(store, 'addKey', {
        serviceId,
        name: 'CI',
        scope: 'all',
        keyHash: hashOf('further'),
        at: startMs,
      })
      const [further] = await store.furtherKeys(serviceId)
      const { keyHash: first } = (await store.service(serviceId))!
      await store.rotateKey({ serviceId, keyHash: hashOf('new'), previousKeyEndsAt: startMs, at: startMs })
      const used = (id: number, keyHash: Uint8Array, at: number) => ({ id, serviceId, keyHash, at })
      await store.recordKeyUses([used(further!.id, further!.keyHash, 30), used(0, first, 10)])
      expect(await store.service(serviceId)).toMatchObject({ keyUsedAt: 0, previousKeyUsedAt: 10 })
      await store.recordKeyUses([used(0, hashOf('new'), 20), used(further!.id, further!.keyHash, 29)])
      expect(await store.service(serviceId)).toMatchObject({ keyUsedAt: 20, previousKeyUsedAt: 10 })
      expect((await store.furtherKeys(serviceId))[0]!.lastUsedAt).toBe(30)
      await store.close()
    })
  })
}

import { Type } from 'typebox'
import { isAddressOrRange } from '../../../accounts/service-settings.ts'
import { roubles } from '../../../books/money.ts'
import { maskPhone } from '../../../verification/phone-privacy.ts'
import { noteOperator } from '../../operator/operator-log.ts'
import { phoneField, readPhone } from '../../operator/typed-phone.ts'
import type { CabinetParts } from '../../parts.ts'
import { Problem, wrongField } from '../../problem.ts'
import { get, post } from '../../route.ts'
import type { DoNotCallAnswer, ProtectionView } from '../../views/operator/protection.ts'

const maxDoNotCallShown = 200
const address = Type.String({ minLength: 2, maxLength: 64 })

const look = get('/operator/protection', {
  audience: 'operator',
  handle: async ({ parts }): Promise<ProtectionView> => {
    const { store, settings } = parts
    const [blocked, doNotCall, caps] = await Promise.all([
      store.blockedAddresses(),
      store.doNotCallList({ limit: maxDoNotCallShown }),
      store.spendCaps(),
    ])
    return {
      blocked,
      doNotCall,
      caps: await Promise.all(
        caps.map(async ({ scope, perHourUnits, perDayUnits }) => ({
          scope,
          perHour: roubles(perHourUnits),
          perDay: roubles(perDayUnits),
          owner: await ownerOf(parts, scope),
        })),
      ),
      limits: {
        gapSeconds: settings.RINGKEY_NUMBER_GAP_SECONDS,
        perMinute: settings.RINGKEY_NUMBER_PER_MINUTE,
        perDay: settings.RINGKEY_NUMBER_PER_DAY,
        blockHours: settings.RINGKEY_NUMBER_BLOCK_HOURS,
        ratePerAddress: settings.RINGKEY_RATE_PER_ADDRESS,
      },
    }
  },
})

const block = post('/operator/protection/addresses', {
  audience: 'operator',
  body: Type.Object({ address, note: Type.String({ maxLength: 200 }) }),
  handle: async (ask) => {
    const { parts, body } = ask
    const blocked = body.address.trim().toLowerCase()
    if (!isAddressOrRange(blocked))
      throw wrongField('address', 'an address or a range such as 203.0.113.0/24')
    await parts.store.blockAddress({ address: blocked, note: body.note.trim(), at: parts.clock.now() })
    await parts.reload()
    await noteOperator(ask, 'address-blocked', { address: blocked })
  },
})

const unblock = post('/operator/protection/addresses/remove', {
  audience: 'operator',
  body: Type.Object({ address }),
  handle: async (ask) => {
    const { parts, body } = ask
    if (!(await parts.store.unblockAddress(body.address)))
      throw new Problem(404, 'gone', 'it is no longer there')
    await parts.reload()
    await noteOperator(ask, 'address-let-in', { address: body.address })
  },
})

/** Ends by saying how the number stands. It is kept as a hash and shown as a mask. */
const doNotCall = post('/operator/protection/do-not-call', {
  audience: 'operator',
  body: Type.Object({ phone: phoneField, wish: Type.Enum(['add', 'remove', 'check']) }),
  handle: async (ask): Promise<DoNotCallAnswer> => {
    const { parts, body } = ask
    const { e164 } = readPhone(parts, body.phone)
    const phoneHash = parts.hasher.hash(e164)
    const phoneMask = maskPhone(e164)
    if (body.wish === 'add') await parts.store.addDoNotCall({ phoneHash, phoneMask, at: parts.clock.now() })
    if (body.wish === 'remove') await parts.store.removeDoNotCall(phoneHash)
    if (body.wish !== 'check') {
      await noteOperator(ask, 'do-not-call', { phoneMask, listed: body.wish === 'add' })
    }
    return { phoneMask, since: (await parts.store.doNotCallSince(phoneHash)) ?? null }
  },
})

export const protectionRoutes = [look, block, unblock, doNotCall]

async function ownerOf({ store }: CabinetParts, scope: string): Promise<string> {
  const [kind, value] = scope.split(':')
  if (kind === 'account') return (await store.account(Number(value)))?.email ?? ''
  return kind === 'service' ? ((await store.service(Number(value)))?.name ?? '') : ''
}

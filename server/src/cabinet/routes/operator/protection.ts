import { Type } from 'typebox'
import { roubles } from '../../../books/money.ts'
import { resumePrefix } from '../../../operations/paused-prefixes.ts'
import { blockAddress, changeDoNotCall, unblockAddress } from '../../../operations/protection.ts'
import { AddressList, isAddressOrRange } from '../../../platform/address-list.ts'
import { pausedViews } from '../../answers/paused.ts'
import type { CabinetDeps } from '../../deps.ts'
import { pausedPrefix } from '../../fields.ts'
import { asOperator } from '../../operating.ts'
import { phoneField, readPhone } from '../../operator/typed-phone.ts'
import { Problem } from '../../problem.ts'
import { get, post } from '../../route.ts'
import type { DoNotCallAnswer, ProtectionView } from '../../views/operator/protection.ts'

const maxDoNotCallShown = 200
const address = Type.String({ minLength: 2, maxLength: 64 })

const look = get('/operator/protection', {
  audience: 'operator',
  handle: async ({ deps }): Promise<ProtectionView> => {
    const { store, settings } = deps
    const [blocked, doNotCall, caps, paused] = await Promise.all([
      store.blockedAddresses(),
      store.doNotCallList({ limit: maxDoNotCallShown }),
      store.spendCaps(),
      store.pausedPrefixes(),
    ])
    return {
      blocked,
      doNotCall,
      paused: pausedViews(paused),
      caps: await Promise.all(
        caps.map(async ({ scope, perHourUnits, perDayUnits }) => ({
          scope,
          perHour: roubles(perHourUnits),
          perDay: roubles(perDayUnits),
          owner: await ownerOf(deps, scope),
        })),
      ),
      limits: {
        gapSeconds: settings.RINGKEY_NUMBER_LIMIT.gapSeconds,
        perMinute: settings.RINGKEY_NUMBER_LIMIT.perMinute,
        perDay: settings.RINGKEY_NUMBER_LIMIT.perDay,
        blockHours: settings.RINGKEY_NUMBER_LIMIT.restHours,
        ratePerAddress: settings.RINGKEY_ADDRESS_LIMIT.apiPerSecond,
      },
    }
  },
})

const block = post('/operator/protection/addresses', {
  audience: 'operator',
  body: Type.Object({
    address,
    note: Type.String({ maxLength: 200 }),
    /** The operator was warned that their own address is in the range, and confirmed. */
    evenOwn: Type.Optional(Type.Boolean()),
  }),
  handle: async (ask) => {
    const { body, visitor } = ask
    if (body.evenOwn !== true && covers(body.address, visitor.address)) {
      throw new Problem(
        409,
        'own-address',
        'you come from this address: blocking it shuts the cabinet for you',
      )
    }
    await blockAddress(asOperator(ask), body)
    await ask.deps.reload()
  },
})

const unblock = post('/operator/protection/addresses/remove', {
  audience: 'operator',
  body: Type.Object({ address }),
  handle: async (ask) => {
    await unblockAddress(asOperator(ask), ask.body.address)
    await ask.deps.reload()
  },
})

/** The answer tells whether the number is on the list now. */
const doNotCall = post('/operator/protection/do-not-call', {
  audience: 'operator',
  body: Type.Object({ phone: phoneField, wish: Type.Enum(['add', 'remove', 'check']) }),
  handle: async (ask): Promise<DoNotCallAnswer> => {
    const { deps, body } = ask
    const operating = { ...asOperator(ask), hasher: deps.hasher }
    const { phoneMask, since } = await changeDoNotCall(operating, readPhone(deps, body.phone), body.wish)
    return { phoneMask, since: since ?? null }
  },
})

const resume = post('/operator/protection/resume', {
  audience: 'operator',
  body: Type.Object({ serviceId: Type.Integer({ minimum: 1 }), prefix: pausedPrefix }),
  handle: async (ask) => {
    await resumePrefix(asOperator(ask), ask.body)
    await ask.deps.reload()
  },
})

export const protectionRoutes = [look, block, unblock, doNotCall, resume]

function covers(typed: string, own: string): boolean {
  const stored = typed.trim().toLowerCase()
  return isAddressOrRange(stored) && new AddressList([stored]).has(own)
}

async function ownerOf({ store }: CabinetDeps, scope: string): Promise<string> {
  const [kind, value] = scope.split(':')
  if (kind === 'account') return (await store.account(Number(value)))?.email ?? ''
  return kind === 'service' ? ((await store.service(Number(value)))?.name ?? '') : ''
}

import { roubles } from '../books/money.ts'
import { maxCapPrefixDigits, type SpendCapChange, type SpendCapRecord } from '../books/spend-cap.ts'
import { isAmong, ownersScope } from '../books/spend-caps.ts'
import type { Store } from '../storage/store.ts'
import { type Operating, operate } from './operate.ts'
import { OperationRefused, wrongField } from './operation-refused.ts'

/** Limits what a service, an account or a destination may spend. Returns the resulting cap. */
export async function changeSpendCap(
  operating: Operating,
  change: SpendCapChange,
  operationId: string,
): Promise<SpendCapRecord> {
  const { scope } = change
  const ownerId = await ownerOf(operating.store, scope)
  return save(operating, change, operationId, {
    ...(ownerId === undefined
      ? {}
      : { history: { accountId: ownerId, text: `spend cap of ${scope} changed` } }),
  })
}

/**
 * Limits what a service may spend, as its owner wishes. The owner's cap is counted beside the operator's and can only
 * be stricter. A cap above the operator's would have no effect, so it is refused.
 */
export async function changeOwnersCap(
  operating: Operating,
  { serviceId, accountId, ...bounds }: OwnersCap,
  operationId: string,
): Promise<void> {
  const change = { scope: ownersScope(serviceId), ...bounds }
  await save(operating, change, operationId, {
    history: { accountId, text: `spend caps of service ${serviceId} changed` },
    check(caps) {
      const operators = caps.find(({ scope }) => scope === `service:${serviceId}`)
      requireWithin('perHour', bounds.perHourUnits, operators?.perHourUnits ?? 0)
      requireWithin('perDay', bounds.perDayUnits, operators?.perDayUnits ?? 0)
    },
  })
}

export interface OwnersCap {
  readonly serviceId: number
  readonly accountId: number
  /** 0 means no limit. */
  readonly perHourUnits: number
  readonly perDayUnits: number
}

async function save(
  operating: Operating,
  change: SpendCapChange,
  operationId: string,
  more: {
    readonly history?: { readonly accountId: number; readonly text: string }
    check?(caps: readonly SpendCapRecord[]): void
  },
): Promise<SpendCapRecord> {
  const { scope } = change
  let cap: SpendCapRecord | undefined
  const stored = await operate(
    operating,
    async () => {
      const caps = await operating.store.spendCaps()
      more.check?.(caps)
      const before = caps.find((each) => each.scope === scope)
      cap = { perHourUnits: 0, perDayUnits: 0, ...before, ...change }
      if (isAmong(caps, cap)) return undefined
      const { perHourUnits, perDayUnits } = cap
      return {
        change: 'changeSpendCap',
        input: cap,
        log: {
          kind: 'spend-cap',
          facts: { scope, perHour: roubles(perHourUnits), perDay: roubles(perDayUnits) },
        },
        ...(more.history === undefined ? {} : { history: more.history }),
      }
    },
    operationId,
  )
  return stored ?? cap!
}

function requireWithin(field: string, units: number, ceilingUnits: number): void {
  if (units > 0 && ceilingUnits > 0 && units > ceilingUnits) {
    throw wrongField(field, `at most ${roubles(ceilingUnits)}, the operator's limit`)
  }
}

/** The account whose history records it; undefined for a destination. */
async function ownerOf(store: Store, scope: string): Promise<number | undefined> {
  const [kind, value = ''] = scope.split(':')
  if (kind === 'prefix') {
    if (value.length <= maxCapPrefixDigits) return undefined
    throw new OperationRefused('long-prefix', `a prefix has at most ${maxCapPrefixDigits} digits`, {
      field: 'scope',
    })
  }
  const id = Number(value)
  if (kind === 'account') {
    if ((await store.account(id)) !== undefined) return id
    throw new OperationRefused('no-owner', `There is no account ${value}`, { field: 'scope' })
  }
  const service = await store.service(id)
  if (service !== undefined) return service.accountId
  throw new OperationRefused('no-owner', `There is no service ${value}`, { field: 'scope' })
}

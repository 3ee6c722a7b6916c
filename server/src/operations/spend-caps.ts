import { Type } from 'typebox'
import { roubles, unitsPerRouble } from '../books/money.ts'
import { maxCapPrefixDigits, ownersScope, type SpendCapRecord } from '../books/spend-caps.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import { account } from '../storage/queries/accounts.ts'
import { foreignCurrency } from '../storage/queries/installation.ts'
import { changeSpendCap, spendCaps } from '../storage/queries/operator.ts'
import { service } from '../storage/queries/services.ts'
import { id, knownService, moneyText, unitsIn } from './fields.ts'
import { type OperationTx, operation } from './operation.ts'
import { arrow, type Both, money } from './wording.ts'

const maxRoubles = 1_000_000_000
const bound = (period: string) =>
  Type.Optional(
    Type.String({
      pattern: `^\\s*(none)?\\s*$|${moneyText.pattern}`,
      expected: 'an amount such as 500 or 12.50, or none',
      description: `in ${period}`,
    }),
  )

export interface CapFacts extends Partial<Bounds> {
  /** `service:1`, `owner:1` of the same service, `account:1` or `prefix:77`. */
  readonly scope: string
  readonly from?: Bounds
  readonly currency?: string
}
/** 0 means no limit. */
type Bounds = Readonly<Record<'perHour' | 'perDay', number>>

const owners: Readonly<Record<string, Both>> = {
  service: ['service ', 'сервиса '],
  owner: ['the owner for service ', 'владельца для сервиса '],
  account: ['account ', 'аккаунта '],
  prefix: ['destination +', 'направления +'],
}

function capSentence({ scope, from, currency, perHour = 0, perDay = 0 }: CapFacts): Both {
  const [kind = '', value = ''] = scope.split(':')
  const [en, ru] = owners[kind] ?? [kind, kind]
  if (from === undefined)
    return [`spend cap of ${en}${value} changed`, `лимит расходов ${ru}${value} изменён`]
  const text = (amount: number): Both => (amount === 0 ? ['no cap', 'без лимита'] : money(amount, currency))
  const change = (before: number, after: number): Both => [
    arrow(text(before)[0], text(after)[0]),
    arrow(text(before)[1], text(after)[1]),
  ]
  const [hour, day] = [change(from.perHour, perHour), change(from.perDay, perDay)]
  return [
    `spend cap of ${en}${value}: ${hour[0]} an hour, ${day[0]} a day`,
    `лимит расходов ${ru}${value}: ${hour[1]} в час, ${day[1]} в сутки`,
  ]
}

export const setSpendCap = operation({
  name: 'cap.set',
  about: 'Limit what a service, an account or a destination may spend',
  log: capSentence,
  api: { scope: 'accounts', path: '/caps' },
  needsProof: true,
  id: 'may',
  input: Type.Object({
    scope: Type.String({
      pattern: '^(service|account|prefix):[1-9]\\d{0,14}$',
      expected: `service:ID, account:ID or prefix:DIGITS such as prefix:77, at most ${maxCapPrefixDigits} digits`,
    }),
    perHour: bound('a clock hour'),
    perDay: bound('the last 24 clock hours'),
  }),
  async run(tx, { scope, perHour, perDay }) {
    const ownerId = await ownerOf(tx, scope)
    const change = {
      scope,
      ...(perHour === undefined ? {} : { perHourUnits: boundIn('perHour', perHour) }),
      ...(perDay === undefined ? {} : { perDayUnits: boundIn('perDay', perDay) }),
    }
    const cap = await save(tx, await spendCaps(tx.sql), change, ownerId)
    return { scope, perHour: roubles(cap.perHourUnits), perDay: roubles(cap.perDayUnits) }
  },
})

const ownersBound = Type.Union([Type.Number({ minimum: 0, maximum: maxRoubles }), Type.Null()], {
  description: 'in the currency of the installation; null is no limit',
})

/**
 * The owner's cap is counted beside the operator's and can only be stricter. A cap above the operator's would have no
 * effect, so it is refused.
 */
export const setOwnersCap = operation({
  name: 'service.limits',
  about: 'Limit what a service may spend, beside the limit of the operator',
  log: capSentence,
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/limits' },
  needsProof: true,
  id: 'may',
  input: Type.Object({ service: id, perHour: ownersBound, perDay: ownersBound }),
  async run(tx, input) {
    const { accountId } = await knownService(tx, input.service)
    const caps = await spendCaps(tx.sql)
    const operators = caps.find(({ scope }) => scope === `service:${input.service}`)
    const change = {
      scope: ownersScope(input.service),
      perHourUnits: within('perHour', input.perHour, operators?.perHourUnits ?? 0),
      perDayUnits: within('perDay', input.perDay, operators?.perDayUnits ?? 0),
    }
    await save(tx, caps, change, accountId)
  },
})

async function save(
  tx: OperationTx<CapFacts>,
  caps: readonly SpendCapRecord[],
  change: Partial<SpendCapRecord> & Pick<SpendCapRecord, 'scope'>,
  /** Whose history records it. */
  accountId: number | undefined,
): Promise<SpendCapRecord> {
  const before = caps.find(({ scope }) => scope === change.scope)
  // A cap without limits is in no list.
  const known = { perHourUnits: 0, perDayUnits: 0, ...before }
  const cap = { ...known, ...change }
  const { scope, perHourUnits, perDayUnits } = cap
  if (perHourUnits === known.perHourUnits && perDayUnits === known.perDayUnits) return cap
  await changeSpendCap(tx.sql, cap)
  tx.log({
    scope,
    from: { perHour: roubles(known.perHourUnits), perDay: roubles(known.perDayUnits) },
    perHour: roubles(perHourUnits),
    perDay: roubles(perDayUnits),
    ...(await foreignCurrency(tx.sql)),
  })
  if (accountId !== undefined) tx.history(accountId, { scope })
  return cap
}

/** 0 means no limit. */
function boundIn(field: string, text: string): number {
  return ['', 'none'].includes(text.trim()) ? 0 : unitsIn(field, text)
}

function within(field: string, amount: number | null, ceilingUnits: number): number {
  if (amount === null) return 0
  const units = Math.round(amount * unitsPerRouble)
  if (units === 0) throw wrongField(field, 'an amount above 0; to stop calls, switch the service off')
  if (ceilingUnits > 0 && units > ceilingUnits)
    throw wrongField(field, `at most ${roubles(ceilingUnits)}, the operator's limit`)
  return units
}

/** The account whose history records it; undefined for a destination. */
async function ownerOf({ sql }: OperationTx, scope: string): Promise<number | undefined> {
  const [kind, value = ''] = scope.split(':')
  if (kind === 'prefix') {
    if (value.length <= maxCapPrefixDigits) return undefined
    throw new OperationRefused('long-prefix', `a prefix has at most ${maxCapPrefixDigits} digits`, {
      field: 'scope',
    })
  }
  const ownerId =
    kind === 'account'
      ? (await account(sql, Number(value)))?.id
      : (await service(sql, Number(value)))?.accountId
  if (ownerId === undefined)
    throw new OperationRefused('no-owner', `There is no ${kind} ${value}`, { field: 'scope' })
  return ownerId
}

import { roubles } from '../books/money.ts'
import { pick } from '../platform/pick.ts'
import type { AccountRecord } from '../storage/queries/accounts.ts'
import type { Role } from '../storage/queries/people.ts'
import type { CabinetDeps } from './deps.ts'
import { permissionsOf } from './permissions.ts'
import { lacksOperatorFactor } from './recognise.ts'
import type { SignedIn } from './route.ts'

/** Who is signed in, for the frame of the page. */
export async function me(deps: CabinetDeps, { person, session }: SignedIn) {
  const isFull = session.stage === 'full'
  const memberships = isFull ? await deps.store.memberships(person.id) : []
  const records = await Promise.all(memberships.map(({ accountId }) => deps.store.account(accountId)))
  const accounts = memberships.flatMap(({ role }, place) => {
    const record = records[place]
    return record === undefined ? [] : [{ role, record }]
  })
  const current = accounts.find(({ record }) => record.id === session.accountId)
  return {
    stage: session.stage,
    /** How the sign-in can be confirmed, while that is awaited. */
    secondFactors: isFull ? [] : secondFactorsOf(person),
    person: {
      ...pick(person, 'id', 'email', 'name', 'language'),
      operator: isFull && person.operator,
      /** The operator's pages are closed until this person has a second factor. */
      needsSecondFactor: isFull && lacksOperatorFactor(deps, person),
    },
    /** null for an operator without an account, and after the person left the account that was open. */
    account: current === undefined ? null : accountView(current.record, current.role),
    accounts: accounts.map(({ record, role }) => ({ ...pick(record, 'id', 'email'), role })),
    demo: deps.demo.isOn,
    /** Of the account: its days and months begin by it. null without an account. */
    timeZone: current?.record.timeZone ?? null,
    /** Of all amounts (ISO 4217). */
    currency: deps.installation.currency,
    openAlarms:
      isFull && person.operator ? (await deps.store.openAlarms({ now: deps.clock.now() })).length : 0,
  }
}

function secondFactorsOf(person: SignedIn['person']) {
  return [
    ...(person.confirmsByTelegram && person.telegramId !== 0 ? (['telegram'] as const) : []),
    ...(person.sealedTotp === null ? [] : (['totp'] as const)),
    ...(person.recoveryHashes.length === 0 ? [] : (['recovery'] as const)),
  ]
}

function accountView(record: AccountRecord, role: Role) {
  const permissions = permissionsOf(role)
  return {
    ...pick(record, 'id', 'email', 'status', 'phoneConfirmed', 'demo'),
    role,
    permissions,
    /** null where the role may not see money. */
    balance: permissions.includes('read-money') ? roubles(record.balanceUnits) : null,
  }
}

import { type TObject, type TProperties, Type } from 'typebox'
import { unitsOf } from '../books/money.ts'
import { OperationRefused, type RefusalReason, wrongField } from '../storage/operation-refused.ts'
import { type AccountRecord, account } from '../storage/queries/accounts.ts'
import { type ServiceRecord, service } from '../storage/queries/services.ts'
import type { OperationTx } from './operation.ts'

/** Fields that several operations have. `expected` completes the sentence of a refusal, `description` the help. */
export const id = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  expected: 'a number such as 7 (the lists show them)',
})

export const moneyText = {
  pattern: '^\\s*\\d{1,10}([.,]\\d{1,4})?\\s*$',
  expected: 'an amount such as 1000 or 12.50, without a separator of thousands',
}

export const overlapHours = Type.Number({
  minimum: 0,
  maximum: 168,
  description: 'how many hours the old one is accepted too',
  expected: 'hours from 0 to 168',
})

/** Fields that may be left out. */
export const optional = <Fields extends TProperties>(fields: Fields) =>
  Type.Partial(Type.Object(fields)).properties

/** Settings by their names. The table of fields checks them in the transaction; documents show the fields. */
export const settingsOf = (fields: TObject) =>
  Type.Record(Type.String(), Type.Unknown(), {
    description: 'the settings that change, by their names',
    documented: Type.Partial(fields),
  })

/** What a person typed, in units. */
export function unitsIn(field: string, text: string): number {
  const units = unitsOf(text)
  if (units === undefined) throw wrongField(field, moneyText.expected)
  return units
}

export async function knownAccount(tx: OperationTx, accountId: number): Promise<AccountRecord> {
  const known = await account(tx.sql, accountId)
  if (known === undefined || isOthers(tx, known.id))
    throw new OperationRefused('no-account', `There is no account ${accountId}`)
  return known
}

/** A service of another account than the author's is reported as not found. */
export async function knownService(tx: OperationTx, serviceId: number): Promise<ServiceRecord> {
  const known = await service(tx.sql, serviceId)
  if (known === undefined || isOthers(tx, known.accountId))
    throw new OperationRefused('no-service', `There is no service ${serviceId}`)
  return known
}

/** What belongs to a service, and its account. That of another account than the author's is reported as not found. */
export async function belonging<R extends { readonly serviceId: number }>(
  tx: OperationTx,
  record: R | undefined,
  missing: OperationRefused,
) {
  if (record === undefined) throw missing
  const { id: service, accountId } = await knownService(tx, record.serviceId).catch(() => {
    throw missing
  })
  return { record, service, accountId }
}

const isOthers = ({ accountId }: OperationTx, owner: number) => accountId !== null && accountId !== owner

/** A trimmed text; the refusal names the field. */
export function textIn(field: string, text: string, maxLength: number, minLength = 0): string {
  const trimmed = text.trim()
  if (trimmed.length >= minLength && trimmed.length <= maxLength) return trimmed
  throw wrongField(
    field,
    minLength === 0 ? `at most ${maxLength} characters` : `a text of ${minLength} to ${maxLength} characters`,
  )
}

export const tooMany = (reason: RefusalReason, most: number, what: string) =>
  new OperationRefused(reason, `a service has at most ${most} ${what}`)

export const noTariff = (code: string) =>
  new OperationRefused('no-tariff', `There is no tariff "${code}"`, {
    field: 'tariff',
    expected: 'the code of a tariff',
  })

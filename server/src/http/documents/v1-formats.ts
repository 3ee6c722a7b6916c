import type { TSchema } from 'typebox'
import * as answers from '../answers.ts'
import * as parameters from '../parameters.ts'
import type { Formats, Schema } from './openapi.ts'

/**
 * The formats of `/v1.0` beyond what its validators check. A validator leaves a format to the code behind it when that
 * has its own error (code 3 for a phone) or a rule that no pattern can express.
 */

const unixSeconds = { format: 'int64', minimum: 0 }
const roubles = { format: 'double' }
const price = { ...roubles, minimum: 0 }
const id = { format: 'int64', minimum: 1 }
const email = { format: 'email' }
const vendorId = { format: 'int64', minimum: 100_000 }
const mask = { pattern: '^[0-9]{4,11}\\*{3}[0-9]{4}$' }

const verification = {
  vendor_id: vendorId,
  phone: mask,
  client: { maxLength: 64 },
  unique_request_id: { minLength: 1, maxLength: 64 },
}

/** An integer without a width becomes 32 bits in Go, Java and C#. */
export const answerFormats: Formats = new Map<Schema, Readonly<Record<string, object>>>([
  [answers.started, verification],
  [answers.repeated, verification],
  [
    answers.info,
    {
      ...verification,
      unique: { minLength: 1, maxLength: 64 },
      code: { pattern: '^([0-9]{4})?$' },
      country_code: { pattern: '^([A-Z]{2})?$' },
      first_vendor_id: vendorId,
      repeated_vendor_ids: { items: { type: 'integer', ...vendorId } },
      repeat_times: { format: 'int32', minimum: 1, maximum: 2 },
      init_time: unixSeconds,
      cost: price,
      balance: roubles,
    },
  ],
  [answers.waiting, verification],
  [
    answers.checked,
    {
      phone: { format: 'int64', minimum: 0 },
      number: { format: 'int64', minimum: 0 },
      country_iso: { pattern: '^([A-Z]{2})?$' },
      country_code: { format: 'int32', minimum: 0, maximum: 999 },
      mnc: { format: 'int32', minimum: 0, maximum: 999 },
      cost: price,
      balance: roubles,
    },
  ],
  [
    answers.account,
    { id, telegram_id: { format: 'int64' }, email, updated: unixSeconds, created: unixSeconds },
  ],
  [answers.account.properties.logs.items, { created: unixSeconds }],
  [
    answers.service,
    { service_status: id, creation_time: unixSeconds, last_request: unixSeconds, owner: email },
  ],
  [answers.balance, { rub_balance: roubles }],
])

/**
 * The types that the contract gives to a parameter, and the additions to each. The service also accepts other spellings
 * (a number as text, `voice` as 1), because forms and queries have no types; programs need not know them.
 */
const inputFormats: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  phone: {
    integer: { format: 'int64', minimum: 1_000_000 },
    string: { minLength: 7, maxLength: 16, pattern: '^\\+?[1-9][0-9]{6,14}$' },
  },
  freePhone: { string: {} },
  code: {
    integer: { format: 'int32' },
    string: { pattern: '^(0{0,3}[1-9]|0{0,2}[1-9][0-9]|0?[1-9][0-9]{2}|[1-9][0-9]{3})$' },
  },
  client: { string: {} },
  unique: { string: {} },
  voice: { boolean: {} },
  mix: { boolean: {} },
  uid: { integer: { format: 'int64' } },
  callbackUrl: { string: { format: 'uri', pattern: '^[hH][tT][tT][pP][sS]?://[^/?#@\\s]+([/?#]\\S*)?$' } },
}

function narrowed({ anyOf, ...rest }: Schema, formats: Readonly<Record<string, object>> | undefined): Schema {
  const branches = (anyOf ?? [rest]).flatMap((branch) => {
    const added = formats === undefined ? {} : formats[branch.type ?? '']
    return added === undefined ? [] : [{ ...branch, ...added }]
  })
  return branches.length === 1 ? { ...rest, ...branches[0] } : { ...rest, anyOf: branches }
}

/** Generated clients already have a class named `Client`. */
const ownNames: Readonly<Record<string, string>> = { client: 'ClientNote' }

/** Every parameter of `/v1.0` under the name of its schema, as strict as the method that reads it. */
export const inputSchemas: ReadonlyMap<TSchema, { readonly name: string; readonly schema: Schema }> = new Map(
  Object.entries(parameters).flatMap(([key, parameter]) => {
    if (typeof parameter === 'function') return []
    const name = ownNames[key] ?? key[0]!.toUpperCase() + key.slice(1)
    return [[parameter.schema, { name, schema: narrowed(parameter.schema, inputFormats[key]) }]]
  }),
)

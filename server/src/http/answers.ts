import { Type } from 'typebox'

/** The answers of the API: these schemas document them, and a test checks every answer against them. */

/** An integer without a width becomes 32 bits in Go, Java and C#. */
const wide = { format: 'int64', minimum: 0 }
const callId = (description: string) => Type.Integer({ ...wide, minimum: 100_000, description })
const vendorId = callId('Identifier of the verification.')
const time = (description: string) => Type.Integer({ ...wide, description: `${description} Unix seconds.` })
const money = (description: string, bounds = {}) =>
  Type.Number({
    format: 'double',
    ...bounds,
    description: `${description} In the currency of the installation, with two to four decimals.`,
  })
const price = (description: string) => money(description, { minimum: 0 })
const status = Type.Literal(true)
const mask = Type.String({ pattern: '^[0-9]{4,11}\\*{3}[0-9]{4}$', description: 'Masked number.' })
const client = Type.String({ maxLength: 64, description: 'What was passed as `client`.' })
const unique = Type.String({ minLength: 1, maxLength: 64, description: 'What was passed as `unique`.' })
const countryIso = Type.String({ pattern: '^([A-Z]{2})?$', description: 'ISO code of the country.' })
const networkCode = (description: string) =>
  Type.Integer({ format: 'int32', minimum: 0, maximum: 999, description })

export const started = Type.Object({
  status,
  vendor_id: vendorId,
  phone: mask,
  code: Type.String({ pattern: '^[0-9]{4}$', description: 'The code, always four digits.' }),
  client,
  unique_request_id: Type.Optional(unique),
  exists: Type.Optional(
    Type.Boolean({ description: 'With `unique`: this key was used before, this is its first result.' }),
  ),
})

export const repeated = Type.Object({
  ...started.properties,
  free_repeated: Type.Boolean({ description: 'The repeat was started.' }),
})

export const info = Type.Object({
  status,
  vendor_id: vendorId,
  init_time: time('When the verification began.'),
  call_status: Type.Enum([-1, 0, 1], { description: '-1 checking, 0 failed, 1 completed.' }),
  is_repeated: Type.Boolean({ description: 'Deprecated: this is a free repeat.' }),
  first_vendor_id: Type.Optional(callId('Deprecated: the first of the repeats.')),
  repeatable: Type.Boolean({ description: 'Deprecated: free repeats are left.' }),
  repeat_times: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 1,
      maximum: 2,
      description: 'Deprecated: how many are left.',
    }),
  ),
  repeated_vendor_ids: Type.Optional(
    Type.Array(Type.Integer({ ...wide, minimum: 100_000 }), { description: 'Deprecated: repeats so far.' }),
  ),
  unique: Type.Optional(unique),
  client,
  phone: mask,
  code: Type.String({
    pattern: '^([0-9]{4})?$',
    description:
      'The code; "" for an inbound verification, for a step of `/v2`, and in the first hour of a call for a key that may only read.',
  }),
  country_code: countryIso,
  phone_info: Type.Array(
    Type.Object({
      operator: Type.String({ description: 'Operator by the numbering registry.' }),
      region: Type.String({ description: 'Region by the numbering registry.' }),
      mnp: Type.String({ description: 'Operator after porting; "" when not ported.' }),
    }),
    { maxItems: 1, description: 'What is known about the number; empty when nothing is.' },
  ),
  cost: price('Price held or charged; 0 when it was released.'),
  balance: money('Balance before the price was held.'),
})

export const waiting = Type.Object({
  status,
  vendor_id: vendorId,
  phone: mask,
  confirmation_number: Type.String({ pattern: '^[0-9]{5,15}$', description: 'The number to call.' }),
  client: Type.Optional(client),
  unique_request_id: started.properties.unique_request_id,
  exists: started.properties.exists,
})

export const checked = Type.Object({
  source: Type.String({ description: 'What was passed.' }),
  error: Type.Optional(
    Type.String({ description: 'Present when the number is not valid: then all else is "" or 0.' }),
  ),
  mobile: Type.Enum([0, 1], { description: '1 for a mobile number.' }),
  phone: Type.Integer({ ...wide, description: 'The number in E.164 digits.' }),
  country_iso: countryIso,
  country_code: networkCode('Calling code of the country.'),
  mnc: networkCode('Mobile network code; 0 when unknown.'),
  number: Type.Integer({ ...wide, description: 'The number without the country code.' }),
  provider: Type.String({ description: 'Operator today.' }),
  company: Type.String({ description: "The operator's organisation (Russia)." }),
  country: Type.String({ description: 'Name of the country.' }),
  region: Type.String({ description: 'Region (Russia).' }),
  city: Type.String({ description: 'City (Russia).' }),
  phone_format: Type.String({ description: 'As it is written in its country.' }),
  cost: price('Price of the look-up.'),
  balance: money('Balance after the charge.'),
})

export const account = Type.Object({
  id: Type.Integer({ ...wide, minimum: 1 }),
  telegram_id: Type.Integer({ format: 'int64' }),
  two_auth: Type.Boolean(),
  email: Type.String({ format: 'email' }),
  logs: Type.Array(
    Type.Object({
      action: Type.String(),
      user_agent: Type.String(),
      ip: Type.String(),
      created: time('When it happened.'),
    }),
    { maxItems: 50 },
  ),
  updated: time('Last sign-in, change or API call.'),
  created: time('When the account was made.'),
})

export const service = Type.Object({
  status,
  service_status: Type.Integer({ ...wide, minimum: 1, description: 'Identifier of the service.' }),
  name: Type.String(),
  creation_time: time('When the service was made.'),
  last_request: time('Last API call that was not a replay; 0 when there was none.'),
  owner: Type.String({ format: 'email', description: "Owner's e-mail." }),
  use_direction: Type.String(),
})

export const balance = Type.Object({
  status,
  rub_balance: money('What can be spent, whatever the currency is.'),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'Of the balance and of every price (ISO 4217); only where it is not RUB.',
    }),
  ),
  tariff: Type.String(),
  tariff_name: Type.String(),
})

export const failure = Type.Object({
  status: Type.Literal(false),
  error: Type.String({ description: 'What is wrong, for people.' }),
  code: Type.Integer({ description: 'What is wrong, for programs.' }),
})

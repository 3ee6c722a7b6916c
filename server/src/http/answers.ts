import { Type } from 'typebox'

/** The answers of the interface (contract 2): the same schemas serialise them and document them. */

const vendorId = Type.Integer({ description: 'Identifier of the verification.' })
const time = (description: string) => Type.Integer({ description: `${description} Unix seconds.` })
const money = (description: string) => Type.Number({ description: `${description} Roubles.` })
const status = Type.Literal(true)

export const started = Type.Object({
  status,
  vendor_id: vendorId,
  phone: Type.String({ description: 'Masked number.' }),
  code: Type.String({ pattern: '^[0-9]{4}$' }),
  client: Type.String(),
  unique_request_id: Type.Optional(Type.String()),
  exists: Type.Optional(Type.Boolean()),
})

export const repeated = Type.Object({ ...started.properties, free_repeated: Type.Boolean() })

export const info = Type.Object({
  status,
  vendor_id: vendorId,
  init_time: time('When the verification began.'),
  call_status: Type.Enum([-1, 0, 1], { description: '-1 checking, 0 failed, 1 completed.' }),
  is_repeated: Type.Boolean(),
  first_vendor_id: Type.Optional(Type.Integer()),
  repeatable: Type.Boolean(),
  repeat_times: Type.Optional(Type.Integer()),
  repeated_vendor_ids: Type.Optional(Type.Array(Type.Integer())),
  unique: Type.Optional(Type.String()),
  client: Type.String(),
  phone: Type.String({ description: 'Masked number.' }),
  code: Type.String(),
  country_code: Type.String(),
  phone_info: Type.Array(
    Type.Object({
      operator: Type.String(),
      region: Type.String(),
      mnp: Type.String(),
    }),
    { maxItems: 1 },
  ),
  cost: money('Price held or charged; 0 when it went back.'),
  balance: money('Balance before the price was held.'),
})

export const waiting = Type.Object({
  status,
  vendor_id: vendorId,
  phone: Type.String({ description: 'Masked number.' }),
  confirmation_number: Type.String({ pattern: '^[0-9]{5,15}$' }),
})

const known = Type.Object({
  source: Type.String(),
  mobile: Type.Enum([0, 1]),
  phone: Type.Integer(),
  country_iso: Type.String(),
  country_code: Type.Integer(),
  mnc: Type.Integer(),
  number: Type.Integer(),
  provider: Type.String(),
  company: Type.String(),
  country: Type.String(),
  region: Type.String(),
  city: Type.String(),
  phone_format: Type.String(),
  cost: money('Price of the look-up.'),
  balance: money('Balance after the charge.'),
})
/** A valid number has everything, an invalid one `source`, `error`, `cost` and `balance`. */
export const checked = Type.Object({
  source: Type.String(),
  error: Type.Optional(Type.String()),
  mobile: Type.Optional(known.properties.mobile),
  phone: Type.Optional(known.properties.phone),
  country_iso: Type.Optional(known.properties.country_iso),
  country_code: Type.Optional(known.properties.country_code),
  mnc: Type.Optional(known.properties.mnc),
  number: Type.Optional(known.properties.number),
  provider: Type.Optional(known.properties.provider),
  company: Type.Optional(known.properties.company),
  country: Type.Optional(known.properties.country),
  region: Type.Optional(known.properties.region),
  city: Type.Optional(known.properties.city),
  phone_format: Type.Optional(known.properties.phone_format),
  cost: known.properties.cost,
  balance: known.properties.balance,
})

export const account = Type.Object({
  id: Type.Integer(),
  telegram_id: Type.Integer(),
  two_auth: Type.Boolean(),
  email: Type.String(),
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
  service_status: Type.Integer({ description: 'Identifier of the service.' }),
  name: Type.String(),
  creation_time: time('When the service was made.'),
  last_request: time('Last API call that was not a replay; 0 when there was none.'),
  owner: Type.String({ description: "Owner's e-mail." }),
  use_direction: Type.String(),
})

export const balance = Type.Object({
  status,
  rub_balance: money('What can be spent.'),
  tariff: Type.String(),
  tariff_name: Type.String(),
})

export const root = Type.Object({
  status,
  service_id: Type.Integer(),
  name: Type.String(),
  version: Type.Literal('v1.0'),
})

export const health = Type.Object({
  status: Type.Boolean(),
  database: Type.Boolean(),
  providers: Type.Boolean(),
})

export const failure = Type.Object({
  status: Type.Literal(false),
  error: Type.String({ description: 'What is wrong, for people.' }),
  code: Type.Integer({ description: 'What is wrong, for programs.' }),
})

import { Type } from 'typebox'

/** The answers of the API (contract 2): these schemas document them, and a test checks every answer against them. */

const vendorId = Type.Integer({ description: 'Identifier of the verification.' })
const time = (description: string) => Type.Integer({ description: `${description} Unix seconds.` })
const money = (description: string) =>
  Type.Number({ description: `${description} Roubles, with two to four decimals.` })
const status = Type.Literal(true)

export const started = Type.Object({
  status,
  vendor_id: vendorId,
  phone: Type.String({ description: 'Masked number.' }),
  code: Type.String({ pattern: '^[0-9]{4}$', description: 'The code, always four digits.' }),
  client: Type.String({ description: 'What was passed as `client`.' }),
  unique_request_id: Type.Optional(Type.String({ description: 'What was passed as `unique`.' })),
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
  first_vendor_id: Type.Optional(Type.Integer({ description: 'Deprecated: the first of the repeats.' })),
  repeatable: Type.Boolean({ description: 'Deprecated: free repeats are left.' }),
  repeat_times: Type.Optional(Type.Integer({ description: 'Deprecated: how many are left.' })),
  repeated_vendor_ids: Type.Optional(
    Type.Array(Type.Integer(), { description: 'Deprecated: repeats so far.' }),
  ),
  unique: Type.Optional(Type.String({ description: 'What was passed as `unique`.' })),
  client: Type.String({ description: 'What was passed as `client`.' }),
  phone: Type.String({ description: 'Masked number.' }),
  code: Type.String({
    description:
      'The code; "" for an inbound verification, for a step of `/v2`, and in the first hour of a call for a key that may only read.',
  }),
  country_code: Type.String({ description: 'ISO code of the country.' }),
  phone_info: Type.Array(
    Type.Object({
      operator: Type.String({ description: 'Operator by the numbering registry.' }),
      region: Type.String({ description: 'Region by the numbering registry.' }),
      mnp: Type.String({ description: 'Operator after porting; "" when not ported.' }),
    }),
    { maxItems: 1, description: 'What is known about the number; empty when nothing is.' },
  ),
  cost: money('Price held or charged; 0 when it was released.'),
  balance: money('Balance before the price was held.'),
})

export const waiting = Type.Object({
  status,
  vendor_id: vendorId,
  phone: Type.String({ description: 'Masked number.' }),
  confirmation_number: Type.String({ pattern: '^[0-9]{5,15}$', description: 'The number to call.' }),
  client: Type.Optional(Type.String({ description: 'What was passed as `client`.' })),
  unique_request_id: started.properties.unique_request_id,
  exists: started.properties.exists,
})

export const checked = Type.Object({
  source: Type.String({ description: 'What was passed.' }),
  error: Type.Optional(
    Type.String({ description: 'Present when the number is not valid: then all else is "" or 0.' }),
  ),
  mobile: Type.Enum([0, 1], { description: '1 for a mobile number.' }),
  phone: Type.Integer({ description: 'The number in E.164 digits.' }),
  country_iso: Type.String({ description: 'ISO code of the country.' }),
  country_code: Type.Integer({ description: 'Calling code of the country.' }),
  mnc: Type.Integer({ description: 'Mobile network code; 0 when unknown.' }),
  number: Type.Integer({ description: 'The number without the country code.' }),
  provider: Type.String({ description: 'Operator today.' }),
  company: Type.String({ description: "The operator's organisation (Russia)." }),
  country: Type.String({ description: 'Name of the country.' }),
  region: Type.String({ description: 'Region (Russia).' }),
  city: Type.String({ description: 'City (Russia).' }),
  phone_format: Type.String({ description: 'As it is written in its country.' }),
  cost: money('Price of the look-up.'),
  balance: money('Balance after the charge.'),
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

export const failure = Type.Object({
  status: Type.Literal(false),
  error: Type.String({ description: 'What is wrong, for people.' }),
  code: Type.Integer({ description: 'What is wrong, for programs.' }),
})

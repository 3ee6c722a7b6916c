import { unitsPerRouble } from '../../books/money.ts'
import { testNumberThatSucceeds } from '../../books/test-numbers.ts'
import { nothingKnown } from '../methods/check-phone.ts'
import { money } from '../money.ts'

export interface Example {
  readonly summary: string
  readonly value: object
}

/** A request and its answer for each method of `/v1.0`; a test sends the request and compares the answer. */
export interface MethodExample {
  readonly tag: 'Verification' | 'Look-up' | 'Account'
  readonly description: string
  readonly request: Readonly<Record<string, string | number | boolean>>
  readonly answer: Example
  /** Other requests that are answered with HTTP 200. */
  readonly others?: readonly (Example & { readonly request: Readonly<Record<string, string>> })[]
}

/** Written as the service answers it: `0.80`. */
const roubles = (amount: number) => money(amount * unitsPerRouble)

const uid = 100_042
const unique = '0b8f1c1e-6c0a-4c8e-9d4e-2f6a1b7c9e10'
const started = { status: true, vendor_id: uid, phone: '7900***0001', code: '4821', client: 'order 1042' }

export const methodExamples: Readonly<Record<string, MethodExample>> = {
  initCall: {
    tag: 'Verification',
    description:
      'Calls the person. The last four digits of the calling number are the code, or a robot speaks it. Keep `code` on your server and compare it with what the person types. Use POST and pass a new `unique` for each attempt of a person: HTTP clients repeat a GET by themselves, and without a key the repetition rings and charges twice.',
    request: { phone: testNumberThatSucceeds, code: '4821', client: 'order 1042', unique },
    answer: {
      summary: 'The call is under way',
      value: { ...started, unique_request_id: unique, exists: false },
    },
  },
  getInfo: {
    tag: 'Verification',
    description:
      'Tells how a verification of this service stands. `call_status` is -1 for 1 to 60 seconds, then 0 or 1 for ever.',
    request: { uid },
    answer: {
      summary: 'The call was made',
      value: {
        status: true,
        vendor_id: uid,
        init_time: 1_768_478_400,
        call_status: 1,
        is_repeated: false,
        repeatable: false,
        unique,
        client: 'order 1042',
        phone: '7916***4567',
        code: '4821',
        country_code: 'RU',
        phone_info: [{ operator: 'ПАО "МТС"', region: 'Город Москва, Московская область', mnp: '' }],
        cost: roubles(0.8),
        balance: roubles(100),
      },
    },
  },
  initRepeat: {
    tag: 'Verification',
    description:
      'Calls once more with the same code, free of charge: at most twice, within five minutes of a first call that failed, and 60 seconds after the last one. Code 405 unless the operator has switched free repeats on for the service.',
    request: { uid },
    answer: {
      summary: 'The repeat is under way',
      value: { ...started, vendor_id: uid + 1, unique_request_id: unique, exists: true, free_repeated: true },
    },
  },
  inboundCallWaiting: {
    tag: 'Verification',
    description:
      'Asks the person to call. Show `confirmation_number`: a call from `phone` to it is rejected unanswered, costs the person nothing, and a signed webhook goes to `callback_url`.',
    request: { phone: testNumberThatSucceeds, callback_url: 'https://shop.example/hook' },
    answer: {
      summary: 'The person may call now',
      value: { status: true, vendor_id: uid, phone: '7900***0001', confirmation_number: '70000000042' },
    },
  },
  checkPhone: {
    tag: 'Look-up',
    description:
      'Reads a number as people write it and tells its country, operator and place. The answer has no `status`. An invalid number has `error`, is HTTP 200 and costs nothing.',
    request: { phone: '+7 916 123-45-67' },
    answer: {
      summary: 'A valid number',
      value: {
        source: '+7 916 123-45-67',
        mobile: 1,
        phone: 79_161_234_567,
        country_iso: 'RU',
        country_code: 7,
        mnc: 1,
        number: 9_161_234_567,
        provider: 'МТС',
        company: 'ПАО "МТС"',
        country: 'Russia',
        region: 'Город Москва, Московская область',
        city: 'Москва',
        phone_format: '8 (916) 123-45-67',
        cost: roubles(0.1),
        balance: roubles(99.9),
      },
    },
    others: [
      {
        summary: 'An invalid number',
        request: { phone: '+7 916 12' },
        value: {
          source: '+7 916 12',
          error: 'The phone number is not valid.',
          ...nothingKnown,
          cost: roubles(0),
          balance: roubles(99.9),
        },
      },
    ],
  },
  getAccount: {
    tag: 'Account',
    description:
      'The account that pays for this service, with its last 50 actions. The answer has no `status`.',
    request: {},
    answer: {
      summary: 'The account',
      value: {
        id: 1,
        telegram_id: 0,
        two_auth: false,
        email: 'owner@shop.example',
        logs: [{ action: 'sign-in', user_agent: 'Mozilla/5.0', ip: '203.0.113.7', created: 1_768_478_300 }],
        updated: 1_768_478_400,
        created: 1_768_400_000,
      },
    },
  },
  getService: {
    tag: 'Account',
    description: 'The service whose key this is. `service_status` is its id.',
    request: {},
    answer: {
      summary: 'The service',
      value: {
        status: true,
        service_status: 1,
        name: 'Shop',
        creation_time: 1_768_400_000,
        last_request: 1_768_478_400,
        owner: 'owner@shop.example',
        use_direction: 'sign-in',
      },
    },
  },
  getBalance: {
    tag: 'Account',
    description:
      'What can be spent, in roubles, and the tariff. The price of calls under way is already taken off.',
    request: {},
    answer: {
      summary: 'The balance',
      value: { status: true, rub_balance: roubles(99.2), tariff: 'uni', tariff_name: 'Единый' },
    },
  },
}

import type { CallRecord } from '../../books/call.ts'
import { roubles, roublesText } from '../../books/money.ts'
import { Failure, wrongParameter } from '../errors.ts'
import {
  type DialectAnswer,
  type DialectApi,
  type DialectCall,
  phoneIn,
  startCall,
  startCallcheck,
} from './dialect.ts'

const type = 'application/json; charset=utf-8'
const root = '/manager/cabapi_external/api/v1'
const path = `${root}/phones`
const limits: ReadonlySet<number> = new Set([18, 19, 429])
/** Of one number, the newest. */
const maxListed = 20

/** Each with the text that programs show, and what they take for a call that was answered: 5. */
const statuses = {
  in_process: ['В процессе', 0],
  pincode_ok: ['Абонент ответил', 5],
  expires: ['Время ожидания истекло', 0],
  compl_finished: ['Закончен удачно', 0],
  attempts_exc: ['Попытки закончились', 0],
} as const

/** https://api-docs.zvonok.com */
export const zvonok: DialectApi = {
  name: 'zvonok',
  owns: /^\/manager\/cabapi_external\//,
  phoneName: 'phone',
  credentialOf: ({ public_key: key = '' }) => key,
  methods: {
    [`${path}/flashcall`]: (asking) => call(asking, 'flash', 'phone_suffix'),
    [`${path}/tellcode`]: (asking) => call(asking, 'voice', 'pincode'),
    [`${path}/confirm`]: confirm,
    [`${path}/calls_by_phone`]: callsByPhone,
    // Most programs say call, some say calls.
    [`${path}/call_by_id`]: callById,
    [`${path}/calls_by_id`]: callById,
    [`${root}/users/balance`]: balance,
  },
  refuse(failure) {
    const data = failure.code === 401 ? 'Invalid public_key' : failure.body('en').error
    return { ...json({ status: 'error', data }), status: limits.has(failure.code) ? 429 : 400 }
  },
}

/** Programs ignore the `pincode` of the answer when they sent a code, so a code that no number shows is refused. */
async function call(
  asking: DialectCall,
  mode: 'flash' | 'voice',
  codeName: string,
): Promise<DialectAnswer | Failure> {
  const { phone = '', [codeName]: code = '' } = asking.asked
  const started = await startCall(asking, { mode, phone, code, codeName })
  if (started instanceof Failure) return started
  return begun(asking.api.clock.now(), started, { pincode: started.code })
}

/** A number, as the programs that ask for it take it. */
async function balance({ api, subscriber }: DialectCall): Promise<DialectAnswer> {
  const { balanceUnits } = (await api.store.account(subscriber.account.id))!
  return json({ balance: roubles(balanceUnits) })
}

/** The person calls the number, so there is no code. */
async function confirm(asking: DialectCall): Promise<DialectAnswer | Failure> {
  const started = await startCallcheck(asking, asking.asked.phone ?? '')
  if (started instanceof Failure) return started
  const number = `+${started.number}`
  const members = { pincode: '', phone_to_call: number, allowed_phones_for_call: [number] }
  return begun(started.startedAt, started, members)
}

interface Begun {
  readonly vendorId: number
  readonly phone: { readonly e164: string }
  readonly balanceUnits: number
}

function begun(at: number, { vendorId, phone, balanceUnits }: Begun, members: object): DialectAnswer {
  const data = {
    balance: roublesText(balanceUnits),
    call_id: vendorId,
    created: timeText(at),
    phone: `+${phone.e164}`,
    ...members,
  }
  return { ...json({ status: 'ok', data }), vendorId }
}

async function callsByPhone({ api, subscriber, asked }: DialectCall): Promise<DialectAnswer | Failure> {
  const phone = phoneIn(api, asked.phone ?? '')
  if (phone instanceof Failure) return phone
  const calls = await api.store.findCalls({
    serviceIds: [subscriber.service.id],
    phoneHash: api.calls.factsOf(phone).phoneHash,
    client: null,
    unique: null,
    limit: maxListed,
  })
  return json(calls.map((its) => shown(its, `+${phone.e164}`, api.clock.now())))
}

/** Its number is stored nowhere, only the mask of it. */
async function callById({ api, subscriber, asked }: DialectCall): Promise<DialectAnswer | Failure> {
  const { call_id: id = '' } = asked
  if (!/^\d{1,15}$/.test(id))
    return wrongParameter('call_id', { en: 'the number of a call', ru: 'номер звонка' })
  const its = await api.store.call(Number(id))
  if (its?.serviceId !== subscriber.service.id) return json([])
  return { ...json([shown(its, its.phoneMask, api.clock.now())]), vendorId: its.vendorId }
}

function shown(its: CallRecord, phone: string, now: number) {
  const status = statusOf(its, now)
  const [text, number] = statuses[status]
  return {
    call_id: its.vendorId,
    phone,
    status,
    dial_status: number,
    dial_status_display: text,
    created: timeText(its.startedAt),
    user_choice: '',
  }
}

function statusOf({ mode, state, deadlineAt }: CallRecord, now: number): keyof typeof statuses {
  const isInbound = mode === 'inbound'
  if (state === 'completed') return isInbound ? 'pincode_ok' : 'compl_finished'
  if (state === 'checking' && !(isInbound && now >= deadlineAt)) return 'in_process'
  return isInbound ? 'expires' : 'attempts_exc'
}

const json = (body: object): DialectAnswer => ({ body: JSON.stringify(body), type })
const timeText = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '')

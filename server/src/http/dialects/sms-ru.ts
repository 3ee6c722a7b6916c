import { isIP } from 'node:net'
import { callcheckUrl } from '../../books/call.ts'
import { roublesText } from '../../books/money.ts'
import { refusals } from '../../books/refusals.ts'
import { checkIdText } from '../../webhooks/callcheck.ts'
import { type ErrorCode, Failure } from '../errors.ts'
import {
  type Asked,
  type DialectAnswer,
  type DialectApi,
  type DialectCall,
  startCall,
  startCallcheck,
} from './dialect.ts'

const type = 'application/json; charset=utf-8'
/** Answers of these without `json=1` are lines. */
const inLines = /^\/(?:callcheck|my)\//

const statusTexts = {
  400: 'Авторизация по звонку: номер пока не подтвержден',
  401: 'Авторизация по звонку: номер подтвержден',
  402: 'Авторизация по звонку: истекло время, отведенное для подтверждения номера, либо неправильный check_id',
} as const

const errorTexts = {
  200: 'Неправильный api_id',
  201: 'Не хватает средств на лицевом счету',
  202: 'Неправильно указан номер телефона получателя',
  203: 'Не указан обязательный параметр',
  207: 'На этот номер нет маршрута для звонка',
  211: 'Метод не найден',
  220: 'Сервис временно недоступен, попробуйте чуть позже',
  302: 'Пользователь авторизован, но аккаунт не подтвержден',
  505: 'Превышен лимит запросов с одного IP адреса',
  507: 'Неверно указан IP адрес пользователя',
  508: 'Превышен лимит: Превышено количество допустимых звонков за 5 минут',
  550: 'Звонки в эту страну не разрешены',
} as const
type ErrorNumber = keyof typeof errorTexts
const perNumber = 'Слишком много звонков на один номер в сутки'

const numbers: Partial<Readonly<Record<ErrorCode, ErrorNumber>>> = {
  401: 200,
  3: 202,
  1: 203,
  2: 203,
  404: 211,
  1005: 302,
  429: 505,
}

/** https://sms.ru/api */
export const smsRu: DialectApi = {
  name: 'sms.ru',
  owns: /^\/(?:code|callcheck|my|auth|sms|stoplist|callback)\//,
  phoneName: 'phone',
  credentialOf: ({ api_id: apiId = '' }) => apiId,
  methods: {
    '/code/call': call,
    '/callcheck/add': add,
    '/callcheck/status': status,
    '/my/balance': async (asking) => {
      const { api, subscriber, asked } = asking
      const { balanceUnits } = (await api.store.account(subscriber.account.id))!
      return ok('/my/balance', asked, { balance: roubles(balanceUnits) })
    },
    '/auth/check': async ({ asked }) => ok('/auth/check', asked, {}),
  },
  refuse(failure, path, asked) {
    const number = numberOf(failure)
    const isLines = inLines.test(path) && !wantsJson(asked)
    if (failure.words.refusal === 'number-limit' && !isLines)
      return json({ status: 'ERROR', status_text: perNumber })
    if (isLines) return { body: String(number), type }
    return json({ status: 'ERROR', status_code: number, status_text: errorTexts[number] })
  },
}

function numberOf({ code, words }: Failure): ErrorNumber {
  if (words.parameter === 'ip') return 507
  return words.refusal === undefined ? (numbers[code] ?? 220) : refusals[words.refusal].codes.smsRu
}

async function call(asking: DialectCall): Promise<DialectAnswer | Failure> {
  const { asked, record, api } = asking
  if (!isAddress(asked.ip ?? '')) return wrongAddress
  const started = await startCall(asking, {
    mode: 'flash',
    phone: asked.phone ?? '',
    code: asked.code ?? '',
    codeName: 'code',
  })
  if (started instanceof Failure) return started
  const { vendorId, code, costUnits, balanceUnits } = started
  const body = {
    status: 'OK',
    code: record.types === 'numbers' ? Number(code) : code,
    call_id: checkIdText(vendorId, api.clock.now()),
    cost: roubles(costUnits),
    balance: roubles(balanceUnits),
  }
  return { ...json(body), vendorId }
}

async function add(asking: DialectCall): Promise<DialectAnswer | Failure> {
  const { asked } = asking
  const started = await startCallcheck(asking, asked.phone ?? '')
  if (started instanceof Failure) return started
  const { vendorId, number, startedAt } = started
  const pretty = number.replace(/^7(\d{3})(\d{3})(\d{4})$/, '+7 ($1) $2-$3').replace(/^(?=\d)/, '+')
  const values = {
    check_id: checkIdText(vendorId, startedAt),
    call_phone: number,
    call_phone_pretty: pretty,
    call_phone_html: `<a href="callto:${number}">${pretty}</a>`,
  }
  return { ...ok('/callcheck/add', asked, values), vendorId }
}

async function status({ api, subscriber, record, asked }: DialectCall): Promise<DialectAnswer | Failure> {
  const { check_id: checkId = '' } = asked
  if (checkId === '') return new Failure(2, { parameter: 'check_id' })
  const vendorId = Number(/^\d{6}-(\d{1,15})$/.exec(checkId)?.[1] ?? 0)
  const found = vendorId === 0 ? undefined : await api.store.call(vendorId)
  const isOwn = found?.serviceId === subscriber.service.id && found.callbackUrl === callcheckUrl
  const isOpen = isOwn && found.state === 'checking' && api.clock.now() < found.deadlineAt
  const number = isOpen ? 400 : isOwn && found.state === 'completed' ? 401 : 402
  const shown = record.types === 'strings' ? String(number) : number
  const values = { check_status: shown, check_status_text: statusTexts[number] }
  return { ...ok('/callcheck/status', asked, values), ...(isOwn ? { vendorId } : {}) }
}

function ok(path: string, asked: Asked, values: Readonly<Record<string, string | number>>): DialectAnswer {
  if (inLines.test(path) && !wantsJson(asked))
    return { body: [100, ...Object.values(values)].join('\n'), type }
  return json({ status: 'OK', status_code: 100, ...values })
}

const json = (body: object): DialectAnswer => ({ body: JSON.stringify(body), type })
const wantsJson = ({ json }: Asked) => json === '1' || json === 'true'
const roubles = (units: number) => Number(roublesText(units))

const wrongAddress = new Failure(2, { parameter: 'ip' })

/** Of the end user. What no end user can have, and what programs send instead of one, means none. */
function isAddress(text: string): boolean {
  const ip = text.trim()
  return ip === '' || ip === '-1' || isIP(ip) !== 0
}

import { loginText } from '../../accounts/dialects.ts'
import { roublesText } from '../../books/money.ts'
import { type ErrorCode, Failure } from '../errors.ts'
import { type Asked, type DialectAnswer, type DialectApi, type DialectCall, startCall } from './dialect.ts'

/** Programs compare as many digits of the calling number with what the person types, or take the last four. */
const shownDigits = 6
/** What stands before the code of a test number, which nothing shows: programs that read it as a number would lose zeros. */
const testPrefix = '10'

const errorTexts = {
  1: 'parameters error',
  2: 'authorise error',
  3: 'no money',
  6: 'message is denied',
  7: 'invalid number',
  8: "can't to deliver",
  9: 'duplicate request, wait a minute',
} as const
type ErrorNumber = keyof typeof errorTexts

const numbers: Partial<Readonly<Record<ErrorCode, ErrorNumber>>> = {
  404: 1,
  401: 2,
  1002: 3,
  0: 6,
  4: 6,
  1001: 6,
  1003: 6,
  1004: 6,
  1005: 6,
  405: 6,
  2: 7,
  3: 7,
  18: 9,
  19: 9,
  429: 9,
}
/** Those of a message that is not sent. It has an id, by which nothing can be asked; the others have no message. */
const ofMessages: ReadonlySet<ErrorNumber> = new Set([6, 8])
/** Other texts than the code, several phones, and what is no call. */
const denied = new Failure(405)

/** https://smsc.ru/api/http/ */
export const smsc: DialectApi = {
  name: 'smsc',
  owns: /^\/sys\/\w+\.php$/,
  phoneName: 'phones',
  credentialOf: ({ apikey = '', login = '', psw = '' }) =>
    apikey !== '' ? apikey : login !== '' && psw !== '' ? loginText(login, psw) : '',
  methods: { '/sys/send.php': send },
  refuse(failure, _, asked, at) {
    const number = numbers[failure.code] ?? 8
    const error = errorTexts[number]
    const text = `ERROR = ${number} (${error})`
    if (!ofMessages.has(number)) return worded(asked, { error, error_code: number }, `0,-${number}`, text)
    const id = Math.floor(at / 1000)
    return worded(asked, { error, error_code: number, id }, `${id},-${number}`, `${text}, ID - ${id}`)
  },
}

async function send(asking: DialectCall): Promise<DialectAnswer | Failure> {
  const { phones = '', mes = '', call = '', cost: wantsCost = '' } = asking.asked
  if (mes !== 'code' || call !== '1' || /[,;\n]/.test(phones.trim())) return denied
  const wanted = { mode: 'flash', phone: phones, code: '', codeName: 'code', shownDigits } as const
  const started = await startCall(asking, wanted)
  if (started instanceof Failure) return started
  const { vendorId: id } = started
  const code = (started.callerNumber ?? testPrefix + started.code).slice(-shownDigits)
  const cost = roublesText(started.costUnits)
  const balance = roublesText(started.balanceUnits)
  const hasCost = wantsCost === '3'
  const said = worded(
    asking.asked,
    { id, cnt: 1, code, ...(hasCost ? { cost, balance } : {}) },
    [id, 1, ...(hasCost ? [cost, balance] : []), code].join(','),
    `OK - 1 SMS, ID - ${id}, CODE - ${code}`,
  )
  return { ...said, vendorId: id }
}

function worded({ fmt = '0' }: Asked, body: object, values: string, text: string): DialectAnswer {
  if (fmt === '3') return { body: JSON.stringify(body), type: 'application/json; charset=utf-8' }
  return { body: fmt === '1' ? values : text, type: 'text/plain; charset=utf-8' }
}

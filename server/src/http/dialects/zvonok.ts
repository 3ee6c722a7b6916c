import { roublesText } from '../../books/money.ts'
import { Failure } from '../errors.ts'
import { type DialectAnswer, type DialectApi, type DialectCall, startFlash } from './dialect.ts'

const type = 'application/json; charset=utf-8'
const path = '/manager/cabapi_external/api/v1/phones/flashcall'
const limits: ReadonlySet<number> = new Set([18, 19, 429])

/** https://api-docs.zvonok.com */
export const zvonok: DialectApi = {
  name: 'zvonok',
  owns: /^\/manager\/cabapi_external\//,
  phoneName: 'phone',
  credentialOf: ({ public_key: key = '' }) => key,
  methods: { [path]: call },
  refuse(failure) {
    const data = failure.code === 401 ? 'Invalid public_key' : failure.body('en').error
    const body = JSON.stringify({ status: 'error', data })
    return { body, type, status: limits.has(failure.code) ? 429 : 400 }
  },
}

/** Programs ignore `pincode` when they sent `phone_suffix`, so a suffix that no number shows is refused. */
async function call(asking: DialectCall): Promise<DialectAnswer | Failure> {
  const { phone = '', phone_suffix: suffix = '' } = asking.asked
  const started = await startFlash(asking, { phone, code: suffix, codeName: 'phone_suffix' })
  if (started instanceof Failure) return started
  const { vendorId } = started
  const data = {
    balance: roublesText(started.balanceUnits),
    call_id: vendorId,
    created: new Date(asking.api.clock.now()).toISOString().replace(/\.\d+/, ''),
    phone: `+${started.phone.e164}`,
    pincode: started.code,
  }
  return { body: JSON.stringify({ status: 'ok', data }), type, vendorId }
}

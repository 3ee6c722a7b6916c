import * as ringkey from '../generated/orval.ts'
import { given, report } from './given.ts'

const options = { headers: { Authorization: `Bearer ${given.token}` } }
const { ErrorCode } = ringkey

const started = await ringkey.initCall(
  { phone: given.testNumber, code: '42', client: 'orval', unique: 'orval' },
  options,
)
// The status tells the type of the answer.
if (started.status !== 200) throw new Error(started.data.error)
const uid = started.data.vendor_id
const refused = await ringkey.getInfo({ uid: given.unknown }, options)
const isUnknown = refused.status === 404 && refused.data.code === ErrorCode.UnknownVerification

report({
  initCall: started.data,
  getInfo: (await ringkey.getInfo({ uid }, options)).data,
  byGet: (await ringkey.getInfoGet({ uid }, options)).data,
  initRepeat: (await ringkey.initRepeat({ uid: given.repeatable }, options)).data,
  inboundCallWaiting: (
    await ringkey.inboundCallWaiting({ phone: given.testNumber, callback_url: given.callbackUrl }, options)
  ).data,
  checkPhone: (await ringkey.checkPhone({ phone: '+44 20 7946 0018' }, options)).data,
  getAccount: (await ringkey.getAccount(options)).data,
  getService: (await ringkey.getService(options)).data,
  getBalance: (await ringkey.getBalance(options)).data,
  error: { status: refused.status, isUnknown, body: refused.data },
})

import { client } from '../generated/hey-api/client.gen.ts'
import * as ringkey from '../generated/hey-api/sdk.gen.ts'
import { given, report } from './given.ts'

client.setConfig({ baseUrl: given.url, auth: () => given.token })

const { data: initCall } = await ringkey.initCall({
  body: { phone: given.testNumber, code: 42, client: 'hey-api', unique: 'hey-api', mix: true },
})
const uid = initCall!.vendor_id
const { data: getInfo } = await ringkey.getInfo({ body: { uid } })
const { data: byGet } = await ringkey.getInfoGet({ query: { uid } })
const { data: initRepeat } = await ringkey.initRepeat({ body: { uid: given.repeatable } })
const { data: inboundCallWaiting } = await ringkey.inboundCallWaiting({
  body: { phone: given.testNumber, callback_url: given.callbackUrl },
})
const { data: checkPhone } = await ringkey.checkPhone({ body: { phone: '8 (916) 123-45-67' } })
const { data: getAccount } = await ringkey.getAccount()
const { data: getService } = await ringkey.getService()
const { data: getBalance } = await ringkey.getBalance()
const { error, response } = await ringkey.getInfo({ body: { uid: given.unknown } })
const isUnknown: boolean = error!.code === 10

report({
  initCall,
  getInfo,
  byGet,
  initRepeat,
  inboundCallWaiting,
  checkPhone,
  getAccount,
  getService,
  getBalance,
  error: { status: response!.status, isUnknown, body: error },
})

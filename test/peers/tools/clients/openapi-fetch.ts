import createClient from 'openapi-fetch'
import type { paths } from '../generated/openapi-fetch.ts'
import { given, report } from './given.ts'

const client = createClient<paths>({
  baseUrl: given.url,
  headers: { Authorization: `Bearer ${given.token}` },
})

const { data: initCall } = await client.POST('/v1.0/initCall', {
  body: {
    phone: given.testNumber,
    code: '0042',
    client: 'openapi-fetch',
    unique: 'openapi-fetch',
    voice: true,
  },
})
const uid = initCall!.vendor_id
const { data: getInfo } = await client.POST('/v1.0/getInfo', { body: { uid } })
const { data: byGet } = await client.GET('/v1.0/getInfo', { params: { query: { uid } } })
const { data: initRepeat } = await client.POST('/v1.0/initRepeat', { body: { uid: given.repeatable } })
const { data: inboundCallWaiting } = await client.POST('/v1.0/inboundCallWaiting', {
  body: { phone: Number(given.testNumber), callback_url: given.callbackUrl },
})
const { data: checkPhone } = await client.POST('/v1.0/checkPhone', { body: { phone: '+7 916 123-45-67' } })
const { data: getAccount } = await client.POST('/v1.0/getAccount')
const { data: getService } = await client.POST('/v1.0/getService')
const { data: getBalance } = await client.POST('/v1.0/getBalance')
const { error, response } = await client.POST('/v1.0/getInfo', { body: { uid: given.unknown } })
// The compiler knows every code of an error.
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
  error: { status: response.status, isUnknown, body: error },
})

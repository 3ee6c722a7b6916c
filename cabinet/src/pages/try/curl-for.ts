import { interfaceSpelling } from '../../parts/interface-spelling.ts'
import { type Choice, stepsOf } from './choice.ts'

type Asked = Omit<Choice, 'target'>

/** The requests that do the same over the API. `id` is that of the verification, once it exists. */
export function curlFor(choice: Asked, origin: string, id = 'vf_…'): string {
  return choice.api === 'v2' ? verificationCurl(choice, origin, id) : callCurl(choice, origin)
}

function callCurl({ serviceId, mode, phone: written, code, callbackUrl }: Asked, origin: string): string {
  const phone = interfaceSpelling(written)
  const flag = mode === 'voice' || mode === 'mix' ? { [mode]: true } : {}
  const method = mode === 'inbound' ? 'inboundCallWaiting' : 'initCall'
  const parameters =
    mode === 'inbound'
      ? { phone, callback_url: callbackUrl || 'https://YOUR_SERVER/hook' }
      : { phone, ...(code === '' ? {} : { code: code.padStart(4, '0') }), ...flag }
  return post(`${origin}/v1.0/${method}`, serviceId, parameters)
}

/** Creates it, waits for the next change, checks the code. */
function verificationCurl({ serviceId, plan, phone, code }: Asked, origin: string, id: string): string {
  const steps = stepsOf(plan)?.map((mode) => ({ mode }))
  const body = {
    phone: interfaceSpelling(phone),
    ...(steps === undefined ? {} : { steps }),
    ...(code === '' || plan === 'inbound' ? {} : { code, ...lengthOf(code) }),
  }
  const verification = `${origin}/v2/verifications/${id}`
  return [
    post(`${origin}/v2/verifications`, serviceId, body),
    `curl '${verification}?wait=25' \\\n  -H '${authorization(serviceId)}'`,
    ...(plan === 'inbound' ? [] : [post(`${verification}/check`, serviceId, { code: code || '1234' })]),
  ].join('\n\n')
}

const lengthOf = (code: string) => (code.length === 4 ? {} : { code_length: code.length })
const authorization = (serviceId: number) => `Authorization: Bearer YOUR_SECRET_KEY.${serviceId}`

function post(address: string, serviceId: number, parameters: object): string {
  const body = JSON.stringify(parameters).replaceAll("'", '%27')
  return `curl '${address}' \\
  -H '${authorization(serviceId)}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
}

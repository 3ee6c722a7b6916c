import { webhookBody } from '../../webhooks/body.ts'
import { newWebhookSecret, signedHeaders } from '../../webhooks/signature.ts'

/** An example webhook for testing a receiver, created and signed by the same code as the real ones. */

export const secret = newWebhookSecret((count) => Buffer.alloc(count, 'example'))

const body = webhookBody(
  {
    vendorId: 100042,
    url: 'https://shop.example/hook',
    phoneForm: null,
    confirmationNumber: '74951230001',
    operator: '',
    region: '',
    portedTo: '',
    callerIdentity: null,
  },
  '79161234567',
  false,
)
export const exampleBody: object = JSON.parse(body)
const headers = signedHeaders([secret], 'msg_8s0Qm2cLxTfVnYwJkZbRd4Gh', 1_768_478_405, body)

export const request = [
  'POST /hook HTTP/1.1',
  'Host: shop.example',
  'Content-Type: application/json',
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  '',
  body,
].join('\n')

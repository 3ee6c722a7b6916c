// The health check of the image: the service answers that it is alive. The image has no shell and no curl.
import { get as getPlain } from 'node:http'
import { get as getSecure } from 'node:https'

const { RINGKEY_HOST = '', RINGKEY_PORT = '8080', RINGKEY_TLS_CERT = '' } = process.env
const host = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' }[RINGKEY_HOST] ?? RINGKEY_HOST
const get = RINGKEY_TLS_CERT === '' ? getPlain : getSecure
const fail = () => process.exit(1)

// The certificate is one for the name by which others call it.
get({ host, port: RINGKEY_PORT, path: '/livez', timeout: 4_000, rejectUnauthorized: false }, (answer) =>
  process.exit(answer.statusCode === 200 ? 0 : 1),
)
  .on('timeout', fail)
  .on('error', fail)

import { type Access, curlLine, requestPrograms, testNumber } from '@ringkey/server/snippets/request'
import { goOf } from './go.ts'
import { phpOf } from './php.ts'
import { pythonOf } from './python.ts'
import { typescriptOf } from './typescript.ts'

export const tasks = ['call', 'info', 'inbound', 'check', 'account'] as const
export type Task = (typeof tasks)[number]

const verifications = '/v2/verifications'

/** Single lines to copy. */
export const curlOf = {
  service: (access: Access) => curlLine(access, '/v1.0/getService', '{}'),
  create: (access: Access) => curlLine(access, verifications, `{"phone": "+${testNumber}", "code": "4321"}`),
  /** For a key that may only read. */
  list: (access: Access) => curlLine(access, `${verifications}?limit=5`, ''),
  check: (access: Access) => curlLine(access, `${verifications}/VERIFICATION_ID/check`, '{"code": "4321"}'),
  call: (access: Access) =>
    curlLine(access, '/v1.0/initCall', `{"phone": "${testNumber}", "unique": "try-'$(date +%s)'"}`),
  inbound: (access: Access) =>
    curlLine(
      access,
      '/v1.0/inboundCallWaiting',
      `{"phone": "${testNumber}", "callback_url": "https://YOUR_SERVER/hook"}`,
    ),
}

/** What needs more of `/v1.0` than one request: a complete program, ready to run. */
const own: Readonly<Record<string, Readonly<Record<'call' | 'inbound', (access: Access) => string>>>> = {
  curl: curlOf,
  TypeScript: typescriptOf,
  Python: pythonOf,
  PHP: phpOf,
  Go: goOf,
}

/** Tasks that one request does. */
const requests = {
  info: { method: 'getInfo', body: '{"uid": 100042}' },
  check: { method: 'checkPhone', body: '{"phone": "8 (900) 000-00-01"}' },
  account: { method: 'getAccount', body: '{}' },
}

/** A task of `/v1.0` in every language. */
export function taskPrograms(access: Access, task: Task) {
  if (task === 'call' || task === 'inbound')
    return Object.entries(own).map(([language, of]) => ({ language, program: of[task](access) }))
  const { method, body } = requests[task]
  return requestPrograms(access, { verb: 'POST', path: `/v1.0/${method}`, body, isIdempotent: false })
}

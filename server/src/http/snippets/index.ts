import type { Access, SnippetsOf } from './access.ts'
import { goOf } from './go.ts'
import { phpOf } from './php.ts'
import { pythonOf } from './python.ts'
import { curlOf, requestPrograms } from './request.ts'
import { typescriptOf } from './typescript.ts'

export const tasks = ['call', 'info', 'inbound', 'check', 'account'] as const
export type Task = (typeof tasks)[number]

const own: Readonly<Record<string, SnippetsOf>> = {
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

export type { Access } from './access.ts'
export { loginPrograms } from './login.ts'
export { curlOf, requestPrograms }

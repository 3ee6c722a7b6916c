import type { SnippetsOf } from './access.ts'
import { curlOf } from './curl.ts'
import { goOf } from './go.ts'
import { phpOf } from './php.ts'
import { pythonOf } from './python.ts'
import { typescriptOf } from './typescript.ts'

export const tasks = ['call', 'info', 'inbound', 'check', 'account'] as const
export type Task = (typeof tasks)[number]

export const snippets: readonly { readonly name: string; readonly of: SnippetsOf }[] = [
  { name: 'curl', of: curlOf },
  { name: 'TypeScript', of: typescriptOf },
  { name: 'Python', of: pythonOf },
  { name: 'PHP', of: phpOf },
  { name: 'Go', of: goOf },
]

export type { Access } from './access.ts'
export { loginPrograms } from './login.ts'
export { v2CurlOf, v2Programs } from './v2-request.ts'
export { curlOf }

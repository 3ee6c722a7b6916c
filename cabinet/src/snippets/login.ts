import written from '@ringkey/server/login.md?raw'
import { loginPrograms as programsIn } from '@ringkey/server/snippets/login'
import type { Access } from '@ringkey/server/snippets/request'

/** Login by call, in every language. */
export const loginPrograms = (access: Access) => programsIn(written, access)

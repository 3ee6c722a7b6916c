import type { Answer, TestService } from './service.ts'

/** A browser without a screen: keeps its cookie, sends what the web app sends. */
export interface CabinetVisitor {
  /** As a browser keeps it: `ringkey=…`; "" when signed out. */
  cookie: string
  read(path: string): Promise<Answer>
  write(path: string, body?: object): Promise<Answer>
}

export function cabinetVisitor(service: Pick<TestService, 'raw'>, userAgent = 'Browser/1.0'): CabinetVisitor {
  const send = async (path: string, init: RequestInit) => {
    const answer = await service.raw(`/cabinet/api${path}`, {
      ...init,
      headers: {
        'User-Agent': userAgent,
        'X-Ringkey-Cabinet': '1',
        ...(visitor.cookie === '' ? {} : { Cookie: visitor.cookie }),
        ...init.headers,
      },
    })
    const given = answer.headers.get('set-cookie')?.split(';')[0]
    if (given !== undefined) visitor.cookie = given.endsWith('=') ? '' : given
    return answer
  }
  const visitor: CabinetVisitor = {
    cookie: '',
    read: (path) => send(path, { method: 'GET' }),
    write: (path, body = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
  return visitor
}

export const goodPassword = 'correct horse battery'

/** A visitor with an account of his own; sign-up has to be open, without mail. */
export async function signedUp(
  service: Pick<TestService, 'raw'>,
  email: string,
  userAgent?: string,
): Promise<CabinetVisitor> {
  const visitor = cabinetVisitor(service, userAgent)
  const made = await visitor.write('/sign-up/finish', {
    email,
    password: goodPassword,
    name: 'Ann',
    language: 'en',
  })
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  return visitor
}

import type { Answer, TestService } from './service.ts'

type Query = Readonly<Record<string, string | number>>

/** A browser without a screen: keeps its cookie, sends what the web app sends. */
export interface CabinetVisitor {
  /** As a browser keeps it: `ringkey=…`; "" when signed out. */
  cookie: string
  /** What every request carries now. */
  headers(): Record<string, string>
  read(path: string, query?: Query): Promise<Answer>
  write(path: string, body?: unknown): Promise<Answer>
  /** Sends bytes as a file. */
  upload(path: string, bytes: string): Promise<Answer>
}

export function cabinetVisitor(service: Pick<TestService, 'raw'>, userAgent = 'Browser/1.0'): CabinetVisitor {
  const send = async (path: string, init: RequestInit) => {
    const headers = { ...visitor.headers(), ...init.headers }
    const answer = await service.raw(`/cabinet/api${path}`, { ...init, headers })
    const given = answer.headers.get('set-cookie')?.split(';')[0]
    if (given !== undefined) visitor.cookie = given.endsWith('=') ? '' : given
    return answer
  }
  const post = (path: string, type: string, body: string) =>
    send(path, { method: 'POST', headers: { 'Content-Type': type }, body })
  const visitor: CabinetVisitor = {
    cookie: '',
    headers: () => ({
      'User-Agent': userAgent,
      'X-Ringkey-Cabinet': '1',
      ...(visitor.cookie === '' ? {} : { Cookie: visitor.cookie }),
    }),
    read: (path, query = {}) => {
      const parameters = Object.entries(query).map(([name, value]) => [name, String(value)])
      return send(parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`, {})
    },
    write: (path, body = {}) => post(path, 'application/json', JSON.stringify(body)),
    upload: (path, bytes) => post(path, 'application/octet-stream', bytes),
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
  await mustWrite(visitor, '/sign-up/finish', { email, password: goodPassword, name: 'Ann', language: 'en' })
  return visitor
}

/** The demo's owner, who is an operator too. */
export async function demoOperator(
  service: Pick<TestService, 'raw' | 'demoLink'>,
  userAgent?: string,
): Promise<CabinetVisitor> {
  const visitor = cabinetVisitor(service, userAgent)
  await mustWrite(visitor, '/session/demo-link', { token: await demoToken(service) })
  return visitor
}

/** The secret of a fresh one-time link into the demo. */
export async function demoToken({ demoLink }: Pick<TestService, 'demoLink'>): Promise<string> {
  return (await demoLink())!.split('#')[1]!
}

async function mustWrite(visitor: CabinetVisitor, path: string, body: unknown): Promise<void> {
  const answer = await visitor.write(path, body)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}

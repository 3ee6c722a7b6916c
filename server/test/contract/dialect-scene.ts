import { ringkey } from '../ringkey-command.ts'
import type { TestService } from '../service.ts'

/** What a service answered, to the byte. */
export interface Spoken {
  readonly status: number
  readonly type: string | null
  readonly text: string
}

/** Lets the service speak a dialect by the operator's command, and returns the credential that it printed. */
export async function letSpeak(service: TestService, serviceId: number, ...typed: string[]) {
  const { json, err } = await ringkey(
    service.folder,
    ['service', 'dialect', String(serviceId), ...typed, '--json'],
    { clock: service.clock, environment: { ...service.environment, RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' } },
  )
  if (json === undefined) throw new Error(err)
  // A running service notices an operator's change within a second.
  await service.clock.advance(1_000)
  return json.credential
}

export async function say(service: TestService, path: string, init: RequestInit = {}): Promise<Spoken> {
  const response = await fetch(service.baseUrl + path, init)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  }
}

/** The id of the newest call that telephony was asked for. */
export const newestCall = (service: TestService) => service.telephony.placed.at(-1)!

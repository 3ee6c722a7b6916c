import { failureText, isResponse, type UserAgent } from '@ringkey/sip'
import { credentialsOf, routeOf, trunkUri } from './invite.ts'
import type { SipTrunk } from './messages.ts'

export interface BindingsAnswer {
  /** The registrar accepts us. */
  readonly accepted: boolean
  /** `200 OK`, or why there was no response. */
  readonly said: string
  /** The contacts that the registrar has for us. */
  readonly contacts: number
}

const patienceMs = 5_000

/** A REGISTER without a contact changes nothing. A second contact could replace that of the running service. */
export async function askBindings(agent: UserAgent, trunk: SipTrunk): Promise<BindingsAnswer> {
  const { settings, password } = trunk
  const us = `sip:${settings.authUser ?? settings.fromUser ?? 'ringkey'}@${settings.fromDomain ?? settings.host}`
  const answer = await agent.request('REGISTER', {
    to: trunkUri(settings),
    toHeader: us,
    from: us,
    patienceMs,
    ...routeOf(settings),
    ...credentialsOf(settings, password),
  })
  if (!isResponse(answer)) return { accepted: false, said: failureText(answer), contacts: 0 }
  return {
    accepted: answer.status < 300,
    said: `${answer.status} ${answer.reason}`,
    contacts: answer.headers.list('Contact')?.length ?? 0,
  }
}

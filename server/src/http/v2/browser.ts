import type { IncomingMessage } from 'node:http'
import { servesClient } from '../../verifications/client-tokens.ts'
import { hasBody } from '../request-body.ts'
import type { V2Parts } from './method.ts'
import { ProblemReply } from './problem.ts'

/** Requests of browsers, which present the client token of one verification. */

/** What `Authorization` presents when it is a client token. */
export function tokenIn({ headers }: IncomingMessage): string | undefined {
  return /^Bearer (vt_\S*)$/i.exec(headers.authorization ?? '')?.[1]
}

/** Whose verification it is; null when the time of the token is over, undefined when nobody was given it. */
export async function serviceOfToken(
  { clientTokens, store, clock }: V2Parts,
  token: string,
): Promise<number | null | undefined> {
  const id = clientTokens.idOf(token)
  if (id === undefined) return undefined
  const verification = await store.verification(id)
  return verification !== undefined && servesClient(verification, clock.now()) ? verification.serviceId : null
}

/** A request to a path that pages of any site may use: a token is no cookie, so no site can borrow it. */
export class BrowserReply extends ProblemReply {
  override send(...[status, type, body, headers, errorCode]: Parameters<ProblemReply['send']>): void {
    const shared = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', 'Retry-After']
    super.send(status, type, body, [...headers, ...shared], errorCode)
  }

  /** The question of a browser whether it may send its request (Fetch standard, 3.3). */
  answerPreflight(verbs: readonly string[]): void {
    this.closeConnection ||= hasBody(this.request)
    this.send(204, '', '', [
      'Access-Control-Allow-Methods',
      verbs.join(', '),
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type',
      'Access-Control-Max-Age',
      String(preflightSeconds),
    ])
  }
}

/** As long as Chromium keeps an answer at most. */
const preflightSeconds = 7_200

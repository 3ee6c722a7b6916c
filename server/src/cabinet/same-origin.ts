import type { IncomingMessage } from 'node:http'
import { Problem } from './problem.ts'

/** Only a page of this origin can add a header of its own without being asked about it first (CORS, which we never grant). */
const ownHeader = 'x-ringkey-cabinet'

/** Refuses requests that a page of another site makes the browser send. */
export function requireSameOrigin({ headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site']
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  const isForeignOrigin = headers.origin !== undefined && hostOf(headers.origin) !== headers.host
  if (headers[ownHeader] === undefined || isForeignSite || isForeignOrigin) {
    throw new Problem(403, 'foreign-origin', `requests that change something carry "${ownHeader}: 1"`)
  }
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

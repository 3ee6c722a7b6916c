import { parseReasons, type SipResponse } from '@ringkey/sip'
import type { RedressContact } from '../../books/call-details.ts'

/** ATIS-1000099 ("603+"): analytics of a network stopped the call. Both marks are needed, a 603 alone is a decline. */
const analyticsPhrase = /^\s*network blocked\s*$/i
const analyticsText = /^\s*v=analytics1\s*(?:;|$)/i
/** RFC 8688 6: where the caller finds out whom to ask. It is not fetched. */
const jcard = /;\s*purpose\s*=\s*"?jcard"?/i

const longestPart = 512
const shortened = (text: string | undefined) => (text ?? '').trim().slice(0, longestPart)

/** What a final response says beside its status and cause. */
export interface RefusalWords {
  /** The reason phrase and the texts of Reason, a line each. */
  readonly text: string
  readonly isAnalytics: boolean
  readonly contact: RedressContact
}

export function refusalWords(response: SipResponse): RefusalWords {
  const { status, headers } = response
  const reasons = parseReasons(headers.lines('Reason'))
  const analytics = reasons.find(({ text }) => text !== undefined && analyticsText.test(text))
  const parts = partsOf(analytics?.text ?? '')
  const info = headers.list('Call-Info')?.find((value) => jcard.test(value))
  return {
    text: [response.reason, ...reasons.flatMap(({ text }) => text ?? [])].join('\n'),
    isAnalytics: status === 603 && analytics !== undefined && analyticsPhrase.test(response.reason),
    contact: {
      url: shortened(parts.get('url')),
      tel: shortened(parts.get('tel')),
      email: shortened(parts.get('email')),
      jcard: shortened(/^<([^<>]*)>/.exec(info ?? '')?.[1]),
      location: shortened((analytics ?? reasons.find(({ location }) => location !== undefined))?.location),
    },
  }
}

/** `v=analytics1;url=https://…;tel=+1…` by name; the first of a name counts. */
function partsOf(text: string): ReadonlyMap<string, string> {
  const parts = text.split(';').map((part): [string, string] => {
    const [name = '', ...value] = part.split('=')
    return [name.trim().toLowerCase(), value.join('=')]
  })
  return new Map(parts.reverse())
}

import type { ErrorStatus, Profile } from '../accounts/profile.ts'
import { inboundLifetime } from '../accounts/service-settings.ts'
import { maxWaitingPerOwner } from '../books/admit-inbound.ts'
import type { PhoneLimitRules } from '../books/number-limit.ts'
import { testNumberThatFails, testNumberThatSucceeds } from '../books/test-numbers.ts'
import { maxTestsPerHour } from '../books/test-quota.ts'
import { hourMs, minuteMs, secondMs } from '../platform/clock.ts'
import { postLimits } from '../webhooks/post.ts'
import { retryAfterMs } from '../webhooks/schedule.ts'
import { toleranceSeconds } from '../webhooks/signature.ts'
import { wrongCredentialsPerMinute } from './address-limits.ts'
import type { Block, Chapter, NamedChapter } from './documents/documentation.ts'
import { maxBodyBytes } from './request-body.ts'
import * as example from './webhook-example.ts'

/**
 * Explanations that no schema contains: shown on the page for people and included in the OpenAPI description. Its
 * figures are the real values of the service.
 */

/** What the operator set. */
export interface Figures {
  /** Requests from one address; 0 means no limit. */
  readonly ratePerSecond: number
  readonly numberLimits: PhoneLimitRules
  /** The public address of the service, if the operator set it. */
  readonly publicUrl: string | undefined
  /**
   * The installation's default: whether errors have their HTTP status, or 200; undefined when the operator set none.
   */
  readonly errorStatus: ErrorStatus | undefined
  /** The profile of services that use the installation's default. */
  readonly profile: Profile
}

const { defaultSeconds, minSeconds, maxSeconds } = inboundLifetime

export const introduction =
  'A phone call confirms that a person holds a phone number. Two versions of the API share services, keys, money and limits: ' +
  '`/v2` checks the code itself and is for new programs; `/v1.0` hands you the code and is compatible with clients ' +
  'in the field. What you pass as `client`, `metadata`, `unique` and `callback_url` is kept as given; phone numbers are ' +
  'kept as a keyed hash and a mask only.'

export function chaptersOf(figures: Figures): readonly NamedChapter[] {
  return [
    { id: 'v2', title: 'Verifications: /v2', blocks: verifications },
    { id: 'authentication', title: 'Authentication', blocks: authentication },
    { id: 'v1', title: 'The compatible API: /v1.0', blocks: compatible },
    { id: 'safety', title: 'Build it safely', blocks: safetyOf(figures) },
    { id: 'testNumbers', title: 'Test numbers', blocks: testNumbers },
    { id: 'limits', title: 'Limits', blocks: limitsOf(figures) },
    { id: 'profile', title: 'Clients of ucaller', blocks: profileChapter(figures) },
  ]
}

/** Placeholder for the address of the service when the operator set none; the page inserts its own. */
export const unknownAddress = 'https://RINGKEY_ADDRESS'

export const startExample = ({ publicUrl = unknownAddress }: Figures) => `curl ${publicUrl}/v1.0/initCall \\
  -H 'Authorization: Bearer SECRET_KEY.SERVICE_ID' -H 'Content-Type: application/json' \\
  -d '{"phone": "${testNumberThatSucceeds}", "unique": "f47ac10b-58cc-4372-a567-0e02b2c3d479"}'`

const verifications: readonly Block[] = [
  'A verification calls the phone, keeps the code, counts wrong tries, lets the code expire, tries another way when nobody was reached, and tells the outcome in one request that waits. Your program never sees the code.',
  [
    '`POST /v2/verifications` creates a verification and starts its first step.',
    '`GET /v2/verifications/{id}` reads it; with `?wait=25` it answers at the next change.',
    '`POST /v2/verifications/{id}/check` compares the code that the person typed.',
    '`POST /v2/checks` does the same for the newest pending verification of a phone.',
    '`POST /v2/verifications/{id}/next` starts the next step now, `POST /v2/verifications/{id}/cancel` ends the verification.',
    '`GET /v2/verifications` lists, `POST /v2/verifications/search` finds those of a phone.',
    '`POST /v2/phones` tells what is known about up to 1,000 numbers.',
    '`POST /v2/feedback` is for calls of `/v1.0`: whether the code was typed rightly.',
  ],
  [
    'Only the header `Authorization` authenticates. Bodies are JSON. `Idempotency-Key` makes a creation safe to repeat.',
    'Steps are calls: `flash`, `voice`, `mix`, `inbound`. Without `steps` the workflow of the service decides.',
    'Pass the `ip` of your user: the service limits verifications, phones and countries of one address.',
    'Errors are problem details (RFC 9457) with a stable `code` and a page at `/docs/errors/CODE`.',
    'OpenAPI 3.1: `/openapi-v2.json`. Everything else: `docs/v2.md` in the source of the service.',
  ],
]

const compatible: readonly Block[] = [
  'The methods from `initCall` on, and what follows here. They hand you the code: you keep it, compare it, count wrong tries and let it expire. Every method takes GET (query) and POST (JSON or form) and answers JSON. Unix times are in seconds, money is in roubles.',
]

const safetyOf = (figures: Figures): readonly Block[] => [
  'Start verifications with POST and a `unique` of your own, best a UUID, and send the same one again when no answer came. HTTP clients and proxies repeat a GET by themselves: without `unique` one lost answer rings twice and is charged twice.',
  { code: startExample(figures) },
  [
    'Check `status` first. An error has a field `code` too, and 1001 to 1006 look like a verification code: a program that stores `code` unseen has stored an error as its secret. `checkPhone` and `getAccount` have no `status` in their answers, so an error is `status === false`, not a missing `status`.',
    'Keep the code on your server. The browser or the app gets none of the answer: whoever sees the code needs no phone.',
    'Give the user three tries, then forget the code and start anew.',
    'Let the code live five minutes, and count one success: a code that was used is worth nothing.',
    'Bind the code to the session that asked for it, and to the phone that was called.',
    'Limit how often one of your users and one address may ask: calls cost money, and every call disturbs somebody.',
    'When `call_status` is 0, offer another mode or an inbound call. Do not call in a loop.',
    'A key belongs on a server, never into a page or an app. `Authorization: Bearer SECRET_KEY.SERVICE_ID` keeps it out of logs that hold URLs.',
  ],
  'Answers that are served although something is odd carry `X-Ringkey-Warning`: unknown parameters with the name that was probably meant, `voice` together with `mix`, a code that was padded. Look at it while you develop.',
]

/** Fields and rules of profile `ucaller` (docs/migrate.md has the details). */
function profileChapter({ profile }: Figures): readonly Block[] {
  return [
    `Public clients of the service whose API this is run unchanged against a service of the profile \`ucaller\`. The owner of a service chooses it in the cabinet; here, services that choose none have the profile \`${profile}\`.`,
    [
      '`ucaller_id`, `first_ucaller_id` and `repeated_ucaller_ids` stand beside `vendor_id`, `first_vendor_id` and `repeated_vendor_ids`.',
      'Errors are HTTP 200, unless the service has an error status of its own. The limit per address stays HTTP 429. An error before the key is accepted, such as code 401, has the error status of the installation, because the service is not known yet.',
      'A POST takes its arguments from the query when its body is empty, `{}` or has nothing but `key` and `service_id`. Credentials are never taken from there.',
      '`89XXXXXXXXX` is read as `79XXXXXXXXX` in `initCall` and `inboundCallWaiting`.',
      `Where the service is switched to it, \`initCall\` of \`${testNumberThatFails}\` answers \`status\` false without \`error\`.`,
    ],
    'The answers of that profile are described by `/openapi.json?profile=ucaller`.',
  ]
}

const authentication: readonly Block[] = [
  'Every request carries the secret key and the id of a service in a header, joined by a dot:',
  { code: 'Authorization: Bearer SECRET_KEY.SERVICE_ID' },
  'Clients in the field send them in other places, and these are served too: `key` and `service_id` as fields of the body (POST), or as parameters of the query (GET alone). Addresses end up in the logs of proxies, so new programs use the header. The first place that has credentials decides.',
  'A service can have several keys, made in the cabinet. A key may do everything, only read, or only use the test numbers. What a key may not do is refused with code 1006, on `/v2` with `key_not_allowed`.',
  'A POST carries its parameters as JSON, with `Content-Type: application/json`; a JSON object without that header is read too. So is a form (`application/x-www-form-urlencoded`). A multipart form is not.',
]

const testNumbers: readonly Block[] = [
  `Two numbers ring nobody and cost nothing. Limits per number, allowed countries and spend caps do not apply to them, and the cabinet marks them TEST. At most ${maxTestsPerHour} an hour for one service, else code 18; they are kept for a day.`,
  [
    `\`${testNumberThatSucceeds}\` always succeeds. \`initCall\`, in every mode: \`call_status\` becomes 1 about a second after the start. \`inboundCallWaiting\`: the call "arrives" by itself after about a second, and the web-hook is sent.`,
    `\`${testNumberThatFails}\` always fails. \`initCall\`: \`call_status\` becomes 0 about a second after the start. \`inboundCallWaiting\`: nobody calls, the request fails when its life ends, and no web-hook is sent.`,
  ],
  '`checkPhone` of either is an ordinary look-up and is charged.',
]

function limitsOf({ ratePerSecond, numberLimits }: Figures): readonly Block[] {
  const { gapMs, perMinute, perDay, blockMs, everywhere } = numberLimits
  return [
    'For one phone number at one service. Calls that `initCall` has started count, over a rolling minute and a rolling day; refusals, replays of `unique`, free repeats and inbound requests do not.',
    [
      ...(gapMs > 0 ? [`${span(gapMs)} between two calls, else code 19.`] : []),
      `${perMinute} calls in a minute, else code 18.`,
      `${perDay} calls in 24 hours, else code 18${blockMs > 0 ? `; the number then rests for at least ${span(blockMs)}.` : '.'}`,
    ],
    `For one phone number over all services of this installation: ${everywhere.gapMs > 0 ? `${span(everywhere.gapMs)} between two calls, else code 19; ` : ''}${everywhere.perMinute} calls in a minute and ${everywhere.perDay} in 24 hours, else code 18.`,
    `An inbound request lives ${defaultSeconds} s, unless its service is set to another time from ${minSeconds} to ${maxSeconds} s. The accounts of one owner have at most ${maxWaitingPerOwner} live requests for one phone, else code 18.`,
    ratePerSecond > 0
      ? `For one client address: ${ratePerSecond} requests a second, else code 429. Every answer carries \`X-Rate-Limit-Limit\`, \`X-Rate-Limit-Remaining\` (requests left in this second) and \`X-Rate-Limit-Reset\` (when counting begins anew, in Unix seconds), and the same as \`RateLimit-Policy\` and \`RateLimit\`.`
      : 'Requests a second from one client address are not limited here.',
    `More than ${wrongCredentialsPerMinute} wrong credentials in a minute from one address: wrong or missing ones get code 429 for a minute. Requests without credentials do not count, and a valid key is served all the same.`,
    'Errors of HTTP status 429 and 503 carry `Retry-After`: in how many seconds to try again. They keep it where the service is switched to HTTP 200 for every error. Code 5 has none where waiting does not help, such as a tariff without a price. Code 13 carries it where waiting helps. Code 1002 says whether money is missing or a spend cap is reached, and carries it for a spend cap.',
    `A body has at most ${maxBodyBytes} bytes, else code 1 with HTTP 413.`,
  ]
}

export const whenWebhook =
  `When the person calls \`confirmation_number\` from \`phone\` while the request lives (${defaultSeconds} s, or the ` +
  `${minSeconds} to ${maxSeconds} s that the service is set to), the call is rejected unanswered and a POST goes to ` +
  'the `callback_url` of `inboundCallWaiting`. A request that nobody calls for fails, its price is released and no ' +
  'web-hook is sent: `getInfo` tells.'

const answerSeconds = postLimits.headersMs / secondMs

const checkingOfWebhook: readonly Block[] = [
  'Anybody can post to your address, so check the signature. The secret of your service stands in the cabinet under My services, the service, Integrate; an operator can tell it too. It is `whsec_` and base64, and the decoded bytes are the key. The format is Standard Webhooks, which has libraries in many languages; without one:',
  [
    'Take the body byte for byte, before any JSON parser has touched it.',
    'Compute HMAC-SHA-256 with the key over `<webhook-id>.<webhook-timestamp>.<body>`, in base64.',
    'Split `webhook-signature` at its spaces. One of the parts has to be `v1,` and what you computed; compare in constant time.',
    `Refuse a \`webhook-timestamp\` more than ${span(toleranceSeconds * secondMs)} away from your clock. Each try carries its own time.`,
  ],
  `An example to try your program on, with the check of the time left out. It is signed with the secret \`${example.secret}\`, and its body ends without a line break:`,
  { code: example.request },
]

const answeringOfWebhook: readonly Block[] = [
  [
    `Any 2xx within ${answerSeconds} s: it is delivered. The text of the answer is not used.`,
    '410: there are no more tries.',
    `Anything else, redirects included, no answer in ${answerSeconds} s, no connection in ${span(postLimits.connectMs)}: it is tried again after ${retryAfterMs.map(span).join(', ')}, each pause up to a tenth longer. Then it has failed, and the cabinet can send it again.`,
  ],
  'It comes at least once: after a crash on either side the same web-hook may come again, with the same `webhook-id`. Remember that, or mark `callId` as confirmed, which is harmless to do twice. Web-hooks of different calls come in any order.',
  'Addresses that are not public are refused as `callback_url`, at the start and again at every try, unless the operator has opened them. A certificate has to be valid for the name in the URL.',
]

export const chaptersOfWebhook: readonly Chapter[] = [
  { title: 'Check the signature', blocks: checkingOfWebhook },
  { title: 'Your answer', blocks: answeringOfWebhook },
]

/** All of it in one language. */
export interface Guide {
  readonly introduction: string
  readonly chaptersOf: (figures: Figures) => readonly NamedChapter[]
  readonly whenWebhook: string
  readonly chaptersOfWebhook: readonly Chapter[]
}
export const englishGuide: Guide = { introduction, chaptersOf, whenWebhook, chaptersOfWebhook }

/** In CommonMark, as OpenAPI requires for descriptions. */
export function asMarkdown(chapters: readonly Chapter[]): string {
  const blocks = chapters.flatMap(({ title, blocks }) => [`## ${title}`, ...blocks])
  const written = blocks.map((block) => {
    if (typeof block === 'string') return block
    return 'code' in block ? `\`\`\`\n${block.code}\n\`\`\`` : block.map((item) => `- ${item}`).join('\n')
  })
  return written.join('\n\n')
}

function span(timeMs: number): string {
  return spanIn(timeMs, ['h', 'min', 's'])
}

/** In the largest unit that gives a whole number; the words are those of hours, minutes and seconds. */
export function spanIn(timeMs: number, [hours, minutes, seconds]: readonly [string, string, string]): string {
  const [unitMs, unit] = (
    [
      [hourMs, hours],
      [minuteMs, minutes],
    ] as const
  ).find(([ms]) => timeMs % ms === 0) ?? [secondMs, seconds]
  return `${timeMs / unitMs} ${unit}`
}

import { dayMs } from '../platform/clock.ts'

/** Wrong codes in any 24 hours, so that guessing over many verifications is limited too. */
const wrongCodeRules = { perSource: 10, perService: 20, everywhere: 30 } as const

/**
 * Who sent a code: a program with the key of its service, a browser with a client token, or anybody on the sign-in page. Their wrong
 * codes are counted apart, so that strangers who guess in a browser block no phone for the programs of a service.
 */
export type CodeSender = 'program' | 'token' | 'page'

/** The codes of a verification of the sign-in page are those of the page, whatever they are sent with. */
export function codeSender(isOfPage: boolean, isByToken = false): CodeSender {
  if (isOfPage) return 'page'
  return isByToken ? 'token' : 'program'
}

/** A wrong code for a phone. Nothing but time takes it out of the count. */
export interface WrongTry {
  readonly at: number
  readonly serviceId: number
  readonly sender: CodeSender
  /** Whether a call of its verification had been delivered before. */
  readonly isReached: boolean
  readonly sources: readonly string[]
}

/** Who asks for a phone. */
export interface TryOrigin {
  readonly serviceId: number
  readonly sender: CodeSender
  /** Where its creation came from: the network of its `ip`, and its `device_id`. */
  readonly sources: readonly string[]
}

type PhoneOrigin = Omit<TryOrigin, 'sources'>

/** The end user of a creation, for limits; each is "" when it was not passed. */
export interface EndUser {
  /** An IPv4 address or an IPv6 /64. */
  readonly network: string
  /** Keyed hash of the `device_id`. */
  readonly device: string
}

export const sourcesOf = ({ network, device }: EndUser): readonly string[] => [
  ...(network === '' ? [] : [`ip ${network}`]),
  ...(device === '' ? [] : [`device ${device}`]),
]

/** The tries that still count, oldest first. */
export const triesInDay = (tries: readonly WrongTry[], now: number): readonly WrongTry[] =>
  tries.filter(({ at }) => now - at < dayMs)

/** For how long a source is refused for this phone at this service; 0 when it is not. */
export function sourceBlockedMs(
  tries: readonly WrongTry[],
  { serviceId, sender, sources }: TryOrigin,
  now: number,
): number {
  const here = tries.filter((each) => each.sender === sender && each.serviceId === serviceId)
  const waits = sources.map((source) => {
    const its = here.filter((each) => each.sources.includes(source))
    return fullForMs(its, wrongCodeRules.perSource, now)
  })
  return Math.max(0, ...waits)
}

/**
 * For how long no code of this phone is accepted from this sender at this service; 0 when it is not blocked. Tries before a
 * delivered call do not count: whoever cannot make the phone ring cannot block it.
 */
export function phoneBlockedMs(tries: readonly WrongTry[], origin: PhoneOrigin, now: number): number {
  return guessedForMs(
    tries.filter(({ isReached }) => isReached),
    origin,
    now,
  )
}

/** Why the verifications of this origin end; undefined when they go on. */
export function blockReason(
  tries: readonly WrongTry[],
  origin: TryOrigin,
  now: number,
): 'phone_blocked' | 'source_blocked' | undefined {
  if (phoneBlockedMs(tries, origin, now) > 0) return 'phone_blocked'
  return sourceBlockedMs(tries, origin, now) > 0 ? 'source_blocked' : undefined
}

/**
 * How many codes a new verification may try. Tries before a delivered call block nobody, but they are guesses too: once
 * there are as many of all kinds as would block the phone, each verification has one.
 */
export function attemptsAfter(
  tries: readonly WrongTry[],
  origin: PhoneOrigin,
  asked: number,
  now: number,
): number {
  return guessedForMs(tries, origin, now) > 0 ? 1 : asked
}

/** How many of `asked` tries a code has that is one of so many. */
export function attemptsAmong(codes: number, asked: number): number {
  if (codes < 200) return Math.min(asked, 1)
  return codes < 1_000 ? Math.min(asked, 2) : asked
}

function guessedForMs(tries: readonly WrongTry[], { serviceId, sender }: PhoneOrigin, now: number): number {
  const sent = tries.filter((each) => each.sender === sender)
  const here = sent.filter((each) => each.serviceId === serviceId)
  return Math.max(
    fullForMs(here, wrongCodeRules.perService, now),
    fullForMs(sent, wrongCodeRules.everywhere, now),
  )
}

/** Until the window has room for one more. */
function fullForMs(tries: readonly WrongTry[], limit: number, now: number): number {
  const counting = triesInDay(tries, now)
  return counting.length < limit ? 0 : counting[counting.length - limit]!.at + dayMs - now
}

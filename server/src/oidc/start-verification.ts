import { stepSeconds } from '../accounts/service-settings.ts'
import { defaultAddressLimits } from '../books/address-limits.ts'
import type { VerificationCreated } from '../books/create-verification.ts'
import { type AnyRefusal, refusals } from '../books/refusals.ts'
import { saidOf } from '../books/verification.ts'
import { maxSteps } from '../fields/service-fields.ts'
import type { Phone } from '../numbering/phone.ts'
import { secondMs } from '../platform/clock.ts'
import { sha256 } from '../platform/sha256.ts'
import { verificationDefaults as defaults, type WrittenStep } from '../verifications/workflow.ts'
import { isShareHigh } from './proof-of-work.ts'
import type { SignInDeps, SignInRequest } from './sign-in-request.ts'
import type { PageText } from './texts.ts'

/** Starts the verification of a sign-in, which the service of its client pays. */
export async function startVerification(
  { numbering, verifications, hasher, clock }: SignInDeps,
  { client, subscriber, language, address, interaction, progress, unapproved, wording }: SignInRequest,
  phone: Phone,
): Promise<VerificationCreated> {
  const { service } = subscriber
  const { settings } = service
  const operator = numbering.describe(phone).provider
  const own = client.settings.modes?.map((mode) => ({ mode, seconds: stepSeconds.default }))
  const { steps, isHardToReach } =
    own === undefined
      ? await verifications.workflowFor(subscriber, phone, operator, defaults.codeLength)
      : { steps: own, isHardToReach: false }
  // Everybody can open the page: an address is limited, also for a service that switched its limits off.
  const addressLimits = settings.addressLimits ?? defaultAddressLimits
  const limited = { ...subscriber, service: { ...service, settings: { ...settings, addressLimits } } }
  return verifications.create(limited, {
    phone,
    operator,
    steps: isShareHigh(unapproved) ? inboundFirst(steps, client.settings.modes === undefined) : steps,
    isHardToReach,
    code: undefined,
    codeLength: defaults.codeLength,
    language,
    expiresInMs: defaults.expiresInMs,
    attempts: defaults.attempts,
    // Never a pending one of before: whoever confirmed that would sign this browser in.
    returnsPending: false,
    hasClientToken: true,
    isOfPage: true,
    ...saidOf({ client: client.id }),
    metadata: '{}',
    ip: address,
    consent:
      wording === undefined
        ? null
        : JSON.stringify({ at: new Date(clock.now()).toISOString(), ip: address, text: wording }),
    maxCostUnits: null,
    inboundSeconds: defaults.inboundSeconds,
    // One form starts one verification, however often and at whichever nodes it is sent.
    key: {
      keyHash: sha256(`sign-in ${interaction.uid} ${progress.tries}`),
      bodyHash: hasher.hash(phone.e164),
    },
  })
}

/** A call of the person rings no stranger. Added where the client does not say which ways to call it allows. */
function inboundFirst(steps: readonly WrittenStep[], mayAdd: boolean): readonly WrittenStep[] {
  const planned = steps.find(({ mode }) => mode === 'inbound')
  if (planned === undefined && !mayAdd) return steps
  const first: WrittenStep = planned ?? { mode: 'inbound', seconds: stepSeconds.default }
  return [first, ...steps.filter((step) => step !== planned)].slice(0, maxSteps)
}

/** What the page says of a refusal. */
export function wordsFor({
  why,
  retryAfterMs,
}: {
  readonly why: AnyRefusal
  readonly retryAfterMs: number
}): readonly [PageText, Readonly<Record<string, string>>] {
  const { page } = refusals[why].means
  return [page, page === 'wait' ? { seconds: String(Math.ceil(retryAfterMs / secondMs)) } : {}]
}

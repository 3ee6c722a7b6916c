import { roublesText } from './money.ts'
import { hasPrice } from './step-machine.ts'
import { type Step, saidOf, type Verification } from './verification.ts'

/** A verification without its secrets. */
type Shown = Omit<Verification, 'phoneHash' | 'sealedCode'>

/** A verification as `/v2` and its events show it: without the code and the full number of the person. */
export function viewOf(verification: Shown, currency: string): object {
  const { id, version, status, reason, test, phoneMask, country, metadata } = verification
  return {
    id,
    version,
    status,
    reason,
    test,
    phone: phoneMask,
    country,
    operator: verification.operator,
    created_at: timeText(verification.createdAt),
    expires_at: timeText(verification.expiresAt),
    attempts_left: verification.attemptsLeft,
    currency,
    steps: verification.steps.map((step, index) => stepView(verification, step, index)),
    hint: hintView(verification),
    inbound: inboundView(verification),
    ...saidOf(verification),
    metadata: JSON.parse(metadata) as object,
  }
}

export type View = (verification: Shown) => object

const views = new Map<string, View>()

/** `viewOf` of a currency, made once: requests that wait for a change keep it. */
export function viewIn(currency: string): View {
  const known = views.get(currency) ?? ((verification) => viewOf(verification, currency))
  views.set(currency, known)
  return known
}

/** What the person's own page needs: a client token sees neither the phone nor prices nor the integrator's words. */
export function clientViewOf(verification: Shown): object {
  const { version, status, test, attemptsLeft, steps } = verification
  return {
    version,
    status,
    test,
    expires_at: timeText(verification.expiresAt),
    attempts_left: attemptsLeft,
    steps: steps.map((step, index) => {
      const { vendor_id, price, gateway_price, ...shown } = stepView(verification, step, index)
      return shown
    }),
    hint: hintView(verification),
    inbound: inboundView(verification),
  }
}

function stepView({ status, steps, nextStepAt }: Shown, step: Step, index: number): Record<string, unknown> {
  const { mode, channel, confirm } = step
  const way = {
    mode,
    ...(channel === undefined ? {} : { channel }),
    ...(confirm === undefined ? {} : { confirm }),
  }
  if (step.status === 'planned') {
    const isNext = steps.findIndex((each) => each.status === 'planned') === index
    return {
      ...way,
      status: step.status,
      ...(isNext && status === 'pending' && nextStepAt !== null ? { starts_at: timeText(nextStepAt) } : {}),
    }
  }
  if (step.status === 'skipped') return { ...way, status: step.status, reason: step.reason }
  return {
    ...way,
    status: step.status,
    reason: step.reason,
    vendor_id: step.vendorId,
    started_at: timeText(step.startedAt!),
    ended_at: step.endedAt === null ? null : timeText(step.endedAt),
    price: hasPrice(step) ? roublesText(step.costUnits ?? 0) : null,
    ...(step.language === undefined ? {} : { language: step.language }),
    ...(step.mode === 'http' ? { gateway_price: step.gatewayPrice ?? null } : {}),
  }
}

/** What to tell the person who waits for the call. */
function hintView({ codeLength, steps }: Shown): object {
  const newest = steps.findLast(({ startedAt }) => startedAt !== null)
  const { caller = null, key } = newest ?? {}
  return { code_length: codeLength, caller, ...(key === undefined ? {} : { key }) }
}

/** The number that the person has to call, while it is useful. */
function inboundView({ status, steps }: Shown): object | null {
  const waiting = steps.findLast((step) => step.mode === 'inbound' && step.status === 'started')
  if (status !== 'pending' || waiting === undefined) return null
  const { confirmationNumber, deadlineAt } = waiting
  return {
    number: `+${confirmationNumber}`,
    uri: `tel:+${confirmationNumber}`,
    pretty: prettyNumber(confirmationNumber!),
    expires_at: timeText(deadlineAt!),
  }
}

/** In groups, to be read out. */
function prettyNumber(e164: string): string {
  const seven = /^7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(e164)
  if (seven !== null) return `+7 ${seven[1]} ${seven[2]}-${seven[3]}-${seven[4]}`
  return `+${e164.replaceAll(/\d{3}(?=\d{2})/g, '$& ')}`
}

const timeText = (timeMs: number) => new Date(timeMs).toISOString()

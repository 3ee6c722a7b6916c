import type { Answer, Ended, Inbound, Step } from './answer.ts'
import { fill, type Texts } from './texts.ts'

/** What the element shows of an answer. */
export interface View {
  /** The outcome; undefined while the verification is pending. */
  readonly ended: Ended | undefined
  /** What is asked of the person now. */
  readonly lead: string
  /** The digits to press during the call. */
  readonly key: string | undefined
  /** The call that the person may make. */
  readonly call: (Inbound & { readonly label: string; readonly qrLabel: string }) | undefined
  /** Of the code that may be typed; undefined when there is none. */
  readonly code: { readonly label: string; readonly length: number } | undefined
  readonly attemptsLeft: string
  /** The next way; it may be used when no call is under way. */
  readonly next: { readonly label: string; readonly isReady: boolean } | undefined
  /** When what is asked for is over. */
  readonly endsAt: number
}

export function viewOf(answer: Answer, texts: Texts): View {
  const { steps, hint, inbound, status } = answer
  const tried = steps.filter(isTried)
  const newest = tried.at(-1)
  const planned = steps.find((step) => step.status === 'planned')
  const isPending = status === 'pending'
  const key = newest?.status === 'started' ? (hint.key ?? undefined) : undefined
  const hasCode = tried.some(bringsCode)
  return {
    ended: isPending ? undefined : status,
    lead: isPending ? leadOf(newest, planned, answer, texts) : texts[status],
    key: isPending ? key : undefined,
    call:
      isPending && inbound !== null
        ? {
            ...inbound,
            label: fill(texts.call, { number: inbound.pretty }),
            qrLabel: fill(texts.qr, { number: inbound.pretty }),
          }
        : undefined,
    code:
      isPending && hasCode
        ? { label: fill(texts.code, { digits: hint.code_length }), length: hint.code_length }
        : undefined,
    attemptsLeft: fill(texts.attemptsLeft, { count: answer.attempts_left }),
    next:
      isPending && planned !== undefined
        ? { label: nextLabel(planned.mode, texts), isReady: !tried.some(isRinging) }
        : undefined,
    endsAt: Date.parse(inbound !== null && !hasCode ? inbound.expires_at : answer.expires_at),
  }
}

export const isTried = ({ status }: Step) => status !== 'planned' && status !== 'skipped'

/** A call of ours is under way: the next way has to wait. */
const isRinging = ({ mode, status }: Step) => status === 'started' && mode !== 'inbound'

/** The codes of all steps are right until the end, also of one that seems not to have reached the phone. */
const bringsCode = ({ mode, confirm }: Step) => mode !== 'inbound' && confirm !== 'key'

function leadOf(newest: Step | undefined, planned: Step | undefined, answer: Answer, texts: Texts): string {
  if (newest === undefined) return texts.loading
  const { hint, inbound } = answer
  if (newest.status === 'undelivered' && inbound === null)
    return planned === undefined ? texts.undelivered : `${texts.undelivered} ${texts.waiting}`
  const number = hint.caller === null ? '' : prettyCaller(hint.caller)
  const filling = {
    caller: number === '' ? '' : fill(texts.from, { number }),
    digits: hint.code_length,
  }
  return fill(askOf(newest, answer, texts), filling)
}

function askOf({ mode, status }: Step, { hint, inbound }: Answer, texts: Texts): string {
  const isUnderWay = status === 'started'
  if (status === 'undelivered' && inbound !== null) return texts.inbound
  if (isUnderWay && hint.key != null) return texts.key
  if (mode === 'flash') return isUnderWay ? texts.flash : texts.flashDone
  if (mode === 'mix') return isUnderWay ? texts.mix : texts.mixDone
  if (mode === 'voice') return isUnderWay ? texts.voice : texts.voiceDone
  if (inbound !== null || mode === 'inbound') return texts.inbound
  return texts.message
}

function nextLabel(mode: string, texts: Texts): string {
  if (mode === 'flash') return texts.nextFlash
  if (mode === 'voice') return texts.nextVoice
  if (mode === 'mix') return texts.nextMix
  return mode === 'inbound' ? texts.nextInbound : texts.nextOther
}

/** `+7495123****` as `+7 495 123-…`, which does not break: the hidden digits are what the person types. */
export function prettyCaller(caller: string): string {
  const [, area, group, rest] = /^\+7(\d{3})(\d{3})(\d{4}|\*{4})$/.exec(caller) ?? []
  if (rest === undefined) return caller.replace(/\*+$/, '…')
  return `+7\u00a0${area}\u00a0${group}-${rest.startsWith('*') ? '…' : `${rest.slice(0, 2)}-${rest.slice(2)}`}`
}

/** Longer than any verification lives. */
const longestMs = 30 * 60_000

/** Minutes and seconds; "" when the clock of this device is obviously wrong. */
export function timeLeft(endsAt: number, now: number): string {
  const leftMs = endsAt - now
  if (!(leftMs > 0 && leftMs <= longestMs)) return ''
  const seconds = Math.ceil(leftMs / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

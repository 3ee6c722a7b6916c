import type { Checker, History, Violation } from './history.ts'
import { placementExcuse } from './placement.ts'

/**
 * A step over HTTP hands its code to the gateway once, for the phone of its verification and signed: nothing sends it again.
 * A delivered step was handed over, and one that was not has harm to explain it, at the moment when it started.
 */
export const codesAreHandedOverOnce: Checker = (history) => {
  const { requests, phones, handedCodes } = history
  const creations = new Map(requests.map(({ key, creation }) => [key, creation]))
  const handed = Map.groupBy(handedCodes, ({ verificationId, step }) => `${verificationId} ${step}`)
  const known = new Set(phones.map(({ id }) => id))
  const strays = handedCodes.filter(({ verificationId }) => !known.has(verificationId))
  const faults = phones.flatMap((stored) =>
    stored.steps.flatMap((step, index): string[] => {
      const got = handed.get(`${stored.id} ${index}`) ?? []
      const name = `step ${index} of ${stored.id}`
      if (step.mode !== 'http') return got.length > 0 ? [`${name} is no step of a gateway`] : []
      const creation = creations.get(stored.key)
      const isWrong = got.some(
        ({ phone, code }) =>
          phone !== creation?.phone || (creation.code !== undefined && code !== creation.code),
      )
      const isMissing =
        step.vendorId !== null && got.length === 0 && !mayBeLost(history, stored.key, step, index)
      return [
        ...(got.length > 1 ? [`${name} was handed over ${got.length} times`] : []),
        ...(got.length > 0 && step.vendorId === null ? [`${name} was handed over and not started`] : []),
        ...(isMissing || (step.status === 'delivered' && got.length === 0)
          ? [`${name} is ${step.status} and was not handed over`]
          : []),
        ...(isWrong ? [`${name} was handed over with another phone or code`] : []),
        ...(got.some(({ isSigned }) => !isSigned) ? [`${name} was handed over without a signature`] : []),
      ]
    }),
  )
  return [...faults, ...strays.map(({ id }) => `${id} is no step that is known`)].map(
    (text): Violation => ({ checker: 'codes-are-handed-over-once', text, requests: [] }),
  )
}

const mayBeLost = (
  history: History,
  key: string,
  step: History['phones'][number]['steps'][number],
  index: number,
) => {
  const asked = history.requests.filter((request) => request.key === key)
  return placementExcuse(history, asked, step, index) !== undefined
}

import type { Checker, Violation } from './history.ts'

/** A number as people and programs write it: with its country code, with the trunk prefix, or without both. */
const aNumber = /(?<!\d)[78]?\d{10}(?!\d)/g
const nationalDigits = 10
const shown = 80

/** No number of a phone stands in clear anywhere: in no table, log line, event or answer. */
export const phonesAreMasked: Checker = ({ requests, texts, listeners }) => {
  const national = (number: string) => number.slice(-nationalDigits)
  const numbers = new Set(
    requests
      .flatMap(({ phone, creation }) => [phone, creation?.phone].flatMap((each) => each ?? []))
      .map(national),
  )
  const told = [
    ...texts,
    ...listeners.flatMap(({ name, events }) => events.map(({ text }) => ({ where: name, text }))),
    ...requests.map(({ id, answer }) => ({ where: `the answer to ${id}`, text: answer?.phone?.text ?? '' })),
  ]
  return told.flatMap(({ where, text }): Violation[] => {
    const found = [...text.matchAll(aNumber)].find(([number]) => numbers.has(national(number)))
    if (found === undefined) return []
    const around = text.slice(Math.max(0, found.index - shown / 2), found.index + shown)
    return [{ checker: 'phones-are-masked', text: `${where} has a number in clear: ${around}`, requests: [] }]
  })
}

import { roublesText } from '../books/money.ts'

declare global {
  interface JSON {
    /** ECMAScript 2026: text that `JSON.stringify` copies unchanged. */
    rawJSON(text: string): object
  }
}

/** An amount in an answer: a JSON number with two to four decimals, such as `0.00`, which a number would lose. */
export function money(units: number): object {
  return JSON.rawJSON(roublesText(units))
}

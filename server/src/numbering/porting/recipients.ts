import type { Recipient } from './ported-set.ts'

/** One byte a number, of which one value means "returned". The database has about 70 networks. */
const maxRecipients = 255

/** Networks that numbers were ported to, numbered in the order of their first appearance. */
export class Recipients {
  readonly list: Recipient[]
  readonly #numbers = new Map<string, number>()
  /** The same, keyed by the texts of the file, so that no string is built for each of forty million rows. */
  readonly #asWritten = new Map<string, Map<string, number>>()
  readonly #organisations = new Map<string, { readonly inn: string; readonly name: string }>()

  constructor(known: readonly Recipient[]) {
    this.list = [...known]
    known.forEach(({ id, mnc, inn, name }, at) => {
      this.#numbers.set(`${id},${mnc}`, at)
      if (name !== '') this.#organisations.set(id, { inn, name })
    })
  }

  /** `mnc` as the file writes it: one company may use several network codes. */
  number(id: string, mnc: string): number {
    const written = this.#asWritten.get(id)?.get(mnc)
    if (written !== undefined) return written
    const number = this.#numberOf(id, mnc)
    const networks = this.#asWritten.get(id) ?? new Map<string, number>()
    this.#asWritten.set(id, networks.set(mnc, number))
    return number
  }

  #numberOf(id: string, mnc: string): number {
    const key = `${id},${Number(mnc)}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    if (this.list.length === maxRecipients) throw new Error(`more than ${maxRecipients} networks in one set`)
    this.#numbers.set(key, this.list.length)
    const { inn, name } = this.#organisations.get(id) ?? { inn: '', name: '' }
    return this.list.push({ id, mnc: Number(mnc), inn, name }) - 1
  }

  describe(id: string, inn: string, name: string): void {
    this.#organisations.set(id, { inn, name })
    this.list.forEach((recipient, at) => {
      if (recipient.id === id) this.list[at] = { ...recipient, inn, name }
    })
  }
}

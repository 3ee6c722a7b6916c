/** The UTC month, counted from the year 0. */
export function monthOf(timeMs: number): number {
  const date = new Date(timeMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

export const monthStartMs = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12)

/** `2026-01` */
export const monthName = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`

/** The month of such a name. */
export function monthNamed(name: string): number | undefined {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(name) ?? []
  return month === undefined ? undefined : Number(year) * 12 + Number(month) - 1
}

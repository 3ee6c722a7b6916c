/** The first moment of a day, or of one that many days after it; null when it is no day. */
export function startOfDay(day: string | null, later: number): number | null {
  const [year, month, date] =
    /^(\d{4})-(\d{2})-(\d{2})$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined) return null
  return new Date(year, month - 1, date + later).getTime()
}

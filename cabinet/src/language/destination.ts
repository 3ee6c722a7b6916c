const operatorMark = 'operator:'

/** A destination that may be paused, for people: `+7916`, a country, or a network operator. */
export function destinationText(prefix: string, country: (iso: string) => string = (iso) => iso): string {
  if (/^\d/.test(prefix)) return `+${prefix}`
  return prefix.startsWith(operatorMark) ? prefix.slice(operatorMark.length) : country(prefix)
}

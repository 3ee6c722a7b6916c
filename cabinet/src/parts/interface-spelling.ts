/**
 * A number as the interface takes it: digits, perhaps after a plus. People write spaces and dashes, and at home in Russia
 * an 8 in the place of +7. What stays unclear is left to the server to refuse.
 */
export function interfaceSpelling(phone: string): string {
  const bare = phone.replaceAll(/[\s().\u2010-\u2015-]/g, '')
  return /^8[3-9]\d{9}$/.test(bare) ? `7${bare.slice(1)}` : bare
}

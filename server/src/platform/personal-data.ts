/** A number with a decimal point is a measured figure, unless both of its halves could be phones. */
const decimal = String.raw`(?<![\d.])(?:\d{1,9}\.\d+|\d+\.\d{1,9})(?![\d.])`
/** E.164 has at most 15 digits; runs shorter than ten digits are usually figures, not phones. */
const phoneLike = String.raw`(?<!\d)\d{10,15}(?!\d)`
const decimalOrPhone = new RegExp(`${decimal}|${phoneLike}`, 'g')

export function withoutPersonalData(line: string): string {
  // Credentials first: masking ten digits inside a key would change it so that it is no longer recognised as a key.
  return line
    .replace(/\b[A-Za-z0-9]{32}\.\d+/g, '[credentials]')
    .replace(decimalOrPhone, (run) => (run.includes('.') ? run : `${run.slice(0, -7)}***${run.slice(-4)}`))
}

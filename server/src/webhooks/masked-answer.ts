/** How much of a receiver's answer is stored. */
const keptCharacters = 1024
/** Read beyond that, so that a number at the cut is masked as a whole: masking comes before the cut. */
const lookAhead = 256
const maskedDigits = /(?<!\d)(\d{1,8})\d{3}(\d{4})(?!\d)/g
/** The characters that people put between the digits of a number. */
const between = '[\\s().\\-\\u00a0]{0,3}'
// biome-ignore lint/suspicious/noControlCharactersInRegex: an answer must not steer the terminal that shows it
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Text from outside without control characters, safe for a terminal. */
export function withoutControls(text: string): string {
  return text.replace(controls, '\ufffd')
}

/**
 * The start of an answer without the phone that it may repeat: the number itself in any usual spelling, and any other
 * run of digits that could be a number. Events contain no number: for them it is "".
 */
export function maskedAnswer(answer: Buffer, clientNumber: string): string {
  if (answer.length === 0) return ''
  const text = withoutControls(answer.toString('utf8', 0, (keptCharacters + lookAhead) * 4)).slice(
    0,
    keptCharacters + lookAhead,
  )
  return withoutNumber(text, clientNumber)
    .replace(maskedDigits, (run, head: string, tail: string) =>
      run.length >= 10 ? `${head}***${tail}` : run,
    )
    .slice(0, keptCharacters)
}

/**
 * The last ten digits identify the number, whatever comes before them: `+7`, `8`, nothing. Most answers do not have these
 * digits in a row; for them the expression, which takes 0.3 ms to compile, is not made.
 */
function withoutNumber(text: string, clientNumber: string): string {
  const last = clientNumber.slice(-10)
  if (last === '' || !text.replace(/\D/g, '').includes(last)) return text
  return text.replace(new RegExp(`\\+?\\d{0,5}${between}` + [...last].join(between), 'g'), '[number]')
}

import { Problem } from './problem.ts'

const minPasswordLength = 10
const minDifferentCharacters = 5

/** Beginnings that guessers try first, in both alphabets; what follows them is usually a year. */
const common = [
  'password',
  'passw0rd',
  'qwerty',
  'qazwsx',
  'letmein',
  'iloveyou',
  'admin',
  'welcome',
  'пароль',
  'йцукен',
  'привет',
]
/** So many characters beyond a common beginning make a password of their own. */
const ownCharacters = 8

/** Refuses passwords that are guessed within a few tries; everything else is up to whoever chooses. */
export function requireGoodPassword(password: string, email: string): void {
  const fault = passwordFault(password.normalize('NFKC'), email)
  if (fault !== undefined) throw new Problem(400, fault, 'choose another password', { field: 'password' })
}

export function passwordFault(
  password: string,
  email: string,
): 'password-short' | 'password-simple' | undefined {
  if ([...password].length < minPasswordLength) return 'password-short'
  const lower = password.toLowerCase()
  const [local = ''] = email.toLowerCase().split('@')
  const beginning = [...common, ...(local.length >= 4 ? [local] : [])].find((word) => lower.startsWith(word))
  const isCommon = beginning !== undefined && lower.length - beginning.length < ownCharacters
  const isRepeated = new Set(lower).size < minDifferentCharacters
  return isCommon || isRepeated || isRow(lower) || lower === email.toLowerCase()
    ? 'password-simple'
    : undefined
}

/** `1234567890`, `abcdefghij` and the same backwards. */
function isRow(text: string): boolean {
  const steps = [...text].map((character) => character.codePointAt(0)!)
  const goesBy = (step: number) =>
    steps.every(
      (code, index) =>
        index === 0 || code - steps[index - 1]! === step || steps[index - 1]! - code === 9 * step,
    )
  return goesBy(1) || goesBy(-1)
}

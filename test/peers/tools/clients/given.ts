/** What the test tells a client, and what the client reports: the answer of each method, and one error. */
const { RINGKEY_URL = '', RINGKEY_TOKEN = '', RINGKEY_REPEATABLE = '' } = process.env

export const given = {
  url: RINGKEY_URL,
  token: RINGKEY_TOKEN,
  /** A call that failed a minute ago. */
  repeatable: Number(RINGKEY_REPEATABLE),
  testNumber: '79000000001',
  callbackUrl: 'https://198.41.0.4/hook',
  /** No verification has it. */
  unknown: 999_999_999,
}

export function report(answers: Readonly<Record<string, unknown>>): void {
  process.stdout.write(JSON.stringify(answers))
}

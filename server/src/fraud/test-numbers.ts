/** Numbers of the contract (1.6) that never ring anybody, in every mode. */
const testNumbers: ReadonlyMap<string, 'succeeds' | 'fails'> = new Map([
  ['79000000001', 'succeeds'],
  ['79000000002', 'fails'],
])

export type TestBehaviour = 'succeeds' | 'fails'

export function testBehaviour(e164: string): TestBehaviour | undefined {
  return testNumbers.get(e164)
}

export const testNumberThatSucceeds = '79000000001'

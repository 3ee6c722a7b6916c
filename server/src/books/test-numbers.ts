export const testNumberThatSucceeds = '79000000001'
export const testNumberThatFails = '79000000002'

export type TestBehaviour = 'succeeds' | 'fails'

/** Whether a service serves test numbers. Where it does not they are refused: a live sign-up must not accept them. */
export const servesTests = ({ testNumbers }: { readonly testNumbers: string }) => testNumbers !== 'none'

/** The test numbers of the contract (1.6). They place no call, in any mode. */
export function testBehaviour(e164: string): TestBehaviour | undefined {
  if (e164 === testNumberThatSucceeds) return 'succeeds'
  return e164 === testNumberThatFails ? 'fails' : undefined
}

/**
 * The confirmation numbers shown for a test number: no pool is involved (decisions 6). No area code of +7 begins with
 * 0, so dialling one reaches nobody.
 */
export const testConfirmationNumbers: readonly string[] = Array.from(
  { length: 1000 },
  (_, index) => `70000000${String(index).padStart(3, '0')}`,
)

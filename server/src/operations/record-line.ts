import { Type } from 'typebox'
import type { OperatorActionFacts } from './action-facts.ts'
import { operation } from './operation.ts'

type Kind = keyof OperatorActionFacts

/** For an action that changes nothing in the store. */
export const recordLine = operation({
  name: 'record',
  about: 'Record an action',
  by: 'operator',
  isIndependent: true,
  input: Type.Unsafe<{ readonly kind: Kind; readonly facts: OperatorActionFacts[Kind] }>({}),
  run: (tx, { kind, facts }) => tx.log(kind, facts),
})

import { Type } from 'typebox'
import type { Operator } from '../storage/author.ts'
import { changeNumberRests, type NumberRest } from '../storage/queries/number-rests.ts'
import { rangeText } from './caller-pool.ts'
import { type OperationTx, operation } from './operation.ts'

/** The service itself: it rests calling numbers that are refused. */
export const numberWatch: Operator = {
  role: 'operator',
  personId: 0,
  email: 'number watch',
  ip: '',
  userAgent: '',
  historyAgent: 'number watch',
}

/** A line of the log names this many; the page has all of them. */
const namedNumbers = 10

/** Numbers of one trunk that get the same state for the same reason share a line of the log. */
export const restNumbers = operation({
  name: 'pool.rest',
  about: 'Rest calling numbers that are refused, or end their rest',
  by: 'operator',
  isIndependent: true,
  input: Type.Object({ rests: Type.Unsafe<NumberRest[]>(Type.Array(Type.Unknown())) }),
  async run({ sql, log }, { rests }) {
    await changeNumberRests(sql, { saved: rests, removed: [] })
    for (const group of Map.groupBy(rests, groupOf).values()) logGroup(log, group)
  },
})

const groupOf = ({ trunk, state, until, finding }: NumberRest) =>
  `${trunk} ${state} ${until} ${finding.refusal}`

function logGroup(log: OperationTx['log'], rests: readonly NumberRest[]): void {
  const { trunk, state, until, finding } = rests[0]!
  const named = rests.slice(0, namedNumbers).map(({ first, last }) => rangeText(first, last))
  const facts = { trunk, count: rests.length, numbers: named }
  if (state === 'resting') log('numbers-rested', { ...facts, refusal: finding.refusal, until })
  else log(state === 'trial' ? 'numbers-on-trial' : 'numbers-well', facts)
}

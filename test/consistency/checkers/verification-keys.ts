import { isDisowned } from './excuses.ts'
import { type Checker, groupedBy, isCreated, type Request, type Violation } from './history.ts'

const checker = 'phone-keys-are-written-once'

/**
 * A key of `/v2` names one call: every 201 that was ever given for it is the first one, byte for byte, and every
 * node answers it again after the run. One that was answered 503 alone, and stored all the same, is disowned: its key is
 * free again.
 */
export const phoneKeysAreWrittenOnce: Checker = ({ requests, phones }) => {
  const violations: Violation[] = []
  const find = (text: string, proof: readonly Request[]) =>
    violations.push({ checker, text, requests: proof })
  const creations = requests.filter(({ method }) => method === 'createVerification')
  const byKey = groupedBy(creations, ({ key }) => key)
  for (const [key, group] of byKey) {
    const created = group.filter(isCreated)
    const answers = new Set(created.map(({ answer }) => answer!.phone!.text))
    if (answers.size > 1) find(`key ${key} was answered in ${answers.size} ways`, created)
  }
  const stored = Map.groupBy(phones, ({ key }) => key)
  for (const [key, all] of stored) {
    const records = all.filter((each) => !isDisowned({ requests }, each))
    if (records.length > 1)
      find(`key ${key} is stored as ${records.map(({ id }) => id).join(', ')}`, byKey.get(key) ?? [])
  }
  const ids = new Set(phones.map(({ id }) => id))
  for (const request of requests.filter(isCreated)) {
    const id = request.answer!.phone!.id!
    if (!ids.has(id)) find(`${id} is not stored`, [request])
  }
  for (const request of requests.filter(({ purpose }) => purpose === 'phones-again')) {
    const { node, method, verificationId, answer } = request
    const expected = method === 'createVerification' ? 201 : 200
    if (answer?.status !== expected)
      find(`node ${node} answers ${answer?.status ?? 'nothing'} to ${method} after the run`, [request])
    else if (verificationId !== undefined && answer.phone!.id !== verificationId)
      find(`node ${node} answers for another call`, [request])
  }
  return violations
}

import { hourMs } from '../../platform/clock.ts'
import * as answers from '../answers.ts'
import { callInfo } from '../call-info.ts'
import { defineMethod } from '../context.ts'
import { Failure } from '../errors.ts'
import { money } from '../money.ts'
import { uid } from '../parameters.ts'
import { readsVerification } from '../scope-rule.ts'

/** With the code of a call that still rings, a key that may only read could confirm a stranger's number. */
const hiddenFromReadersMs = hourMs

export const getInfo = defineMethod({
  name: 'getInfo',
  summary: 'Details of a verification.',
  scopes: readsVerification,
  parameters: { uid },
  answer: answers.info,
  async run(deps, { values, scope, subscriber: { service } }) {
    const record = await deps.store.call(values.uid)
    if (record === undefined || record.serviceId !== service.id) return new Failure(10)
    const { country_code, phone_info, cost, ...info } = await callInfo(
      deps,
      record,
      service.settings.legacyRepeats,
    )
    const isLive = deps.clock.now() < record.startedAt + hiddenFromReadersMs
    return {
      status: true,
      ...info,
      code: scope === 'read' && isLive ? '' : record.code,
      country_code,
      phone_info,
      cost,
      balance: money(record.balanceBeforeUnits),
    }
  },
})

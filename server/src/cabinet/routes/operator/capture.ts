import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { callIdsIn } from '../../../books/call-details.ts'
import { perform } from '../../../operations/perform.ts'
import { sipCaptured } from '../../../operations/recorded.ts'
import type { CabinetDeps } from '../../deps.ts'
import { idOf } from '../../ids.ts'
import { asOperator } from '../../operation-context.ts'
import { notFound, Problem } from '../../problem.ts'
import { get } from '../../route.ts'

/** The last SIP messages with a trunk, numbers masked. The command can also show them in clear. */
const ofTrunk = get('/operator/trunks/:name/capture', 'operator', async (context) => {
  const { deps, params, reply } = context
  const trunk = params.name ?? ''
  if (!(await deps.store.trunks()).some(({ name }) => name === trunk)) throw notFound()
  const { messages, pcap } = await sipOf(deps).capture({ trunk }, false)
  await perform(asOperator(context), sipCaptured, { trunk, call: null, messages, isClear: false })
  await sendFile(reply, trunk, pcap)
})

const ofCallQuery = Type.Object({ numbers: Type.Enum(['masked', 'clear']) })

/** The SIP messages of one call, while the node that placed it still has them. */
const ofCall = get('/operator/calls/:vendorId/capture', 'operator', ofCallQuery, async (context) => {
  const { deps, params, query, reply } = context
  const call = await deps.store.call(idOf(params.vendorId))
  if (call === undefined) throw notFound()
  const { vendorId, details } = call
  const isClear = query.numbers === 'clear'
  const { messages, pcap } = await sipOf(deps).capture({ callIds: callIdsIn(details) }, isClear)
  if (messages === 0)
    throw new Problem(409, 'no-messages', 'this node has none of its last SIP messages of this call')
  await perform(asOperator(context), sipCaptured, { trunk: '', call: vendorId, messages, isClear })
  await sendFile(reply, `call-${vendorId}`, pcap)
})

export function sipOf({ sip }: CabinetDeps): NonNullable<CabinetDeps['sip']> {
  if (sip === undefined) throw new Problem(409, 'no-line', 'this service has no SIP of its own')
  return sip
}

async function sendFile(reply: FastifyReply, name: string, pcap: Uint8Array): Promise<void> {
  await reply
    .header('Content-Type', 'application/vnd.tcpdump.pcap')
    .header('Content-Disposition', `attachment; filename="${encodeURIComponent(name)}.pcap"`)
    .send(Buffer.from(pcap))
}

export const captureRoutes = [ofTrunk, ofCall]

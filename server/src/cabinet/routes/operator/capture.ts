import { record } from '../../../operations/operate.ts'
import { asOperator } from '../../operating.ts'
import { notFound, Problem } from '../../problem.ts'
import { get } from '../../route.ts'

/** The last SIP messages with a trunk, numbers masked. The command can also show them in clear. */
const capture = get('/operator/trunks/:name/capture', {
  audience: 'operator',
  handle: async (ask) => {
    const { deps, params, reply } = ask
    const trunk = params.name ?? ''
    if (!(await deps.store.trunks()).some(({ name }) => name === trunk)) throw notFound()
    if (deps.line === undefined) throw new Problem(409, 'no-line', 'this service has no line of its own')
    const { messages, pcap } = await deps.line.capture({ trunk }, false)
    await record(asOperator(ask), {
      kind: 'sip-captured',
      facts: { trunk, verification: null, messages, isClear: false },
    })
    await reply
      .header('Content-Type', 'application/vnd.tcpdump.pcap')
      .header('Content-Disposition', `attachment; filename="${encodeURIComponent(trunk)}.pcap"`)
      .send(Buffer.from(pcap))
  },
})

export const captureRoutes = [capture]

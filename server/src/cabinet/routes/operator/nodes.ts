import { record as recordAction } from '../../../operations/perform.ts'
import type { AuditResult } from '../../../storage/queries/audit.ts'
import { settingViews } from '../../answers/settings.ts'
import { asOperator } from '../../operating.ts'
import { get, post } from '../../route.ts'
import type { AuditView } from '../../views/operator/accounts.ts'
import type { NodesView } from '../../views/operator/nodes.ts'

const look = get('/operator/nodes', {
  audience: 'operator',
  handle: async ({ deps }): Promise<NodesView> => {
    const { line, settings, store, vitals } = deps
    const trunks = line?.telephony.trunks ?? []
    return {
      fleet: (await store.nodes(deps.clock.now())).map((node) => ({
        ...node,
        isThis: node.id === store.nodeId,
      })),
      thisNode: {
        name: `${settings.RINGKEY_HOST}:${new URL(deps.publicUrl()).port}`,
        ...vitals.read(),
        store: store.isShared ? 'PostgreSQL' : 'SQLite',
        callsNow: trunks.reduce((sum, { inFlight }) => sum + inFlight, 0),
        trunks: trunks.length,
        sipPort: line?.sipPort ?? 0,
      },
      audit: deps.auditor.last === undefined ? null : auditView(deps.auditor.last),
      settings: settingViews(settings),
    }
  },
})

/** Runs the audit now. */
const audit = post('/operator/audit', {
  audience: 'operator',
  handle: async (ask): Promise<AuditView> => {
    const result = await ask.deps.auditor.run()
    await recordAction(asOperator(ask), { kind: 'books-audited', facts: {} })
    return auditView(result)
  },
})

export const nodeRoutes = [look, audit]

function auditView({ at, tookMs, report: { readEntries: _, ...report } }: AuditResult): AuditView {
  return { at, tookMs, ...report }
}

import { type SettingName, type Settings, settingTable, settingText } from '../../../config/settings.ts'
import { record as recordAction } from '../../../operations/perform.ts'
import type { AuditResult } from '../../../storage/queries/audit.ts'
import { asOperator } from '../../operation-context.ts'
import { get, post, read } from '../../route.ts'
import { list } from '../../views/answer.ts'
import type { AuditView } from '../../views/operator/accounts.ts'
import { adminToken, type NodesView, type SettingView } from '../../views/operator/nodes.ts'

/** The tokens of the admin API, without their secrets. */
const tokens = read('/operator/admin-tokens', list(adminToken), ({ deps }) => deps.store.adminTokens())

const look = get('/operator/nodes', 'operator', async ({ deps }): Promise<NodesView> => {
  const { sip, settings, store, vitals } = deps
  const trunks = sip?.telephony.trunks ?? []
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
      sipPort: sip?.sipPort ?? 0,
    },
    audit: deps.auditor.last === undefined ? null : auditView(deps.auditor.last),
    settings: settingViews(settings),
  }
})

/** Runs the audit now. */
const audit = post('/operator/audit', 'operator', async (context): Promise<AuditView> => {
  const result = await context.deps.auditor.run()
  await recordAction(asOperator(context), { kind: 'books-audited', facts: {} })
  return auditView(result)
})

export const nodeRoutes = [look, audit, tokens]

function auditView({ at, tookMs, report: { readEntries: _, ...report } }: AuditResult): AuditView {
  return { at, tookMs, ...report }
}

/** The settings in force. A secret is only shown as set or not set; credentials in an address are hidden too. */
function settingViews(settings: Settings): SettingView[] {
  return (Object.keys(settingTable) as SettingName[]).map((name) => {
    const { fallback, secret } = settingTable[name] as { fallback?: unknown; secret?: true }
    const value: unknown = settings[name]
    return {
      name,
      value: secret === true || value === undefined ? '' : withoutSecrets(settingText(name, value)),
      secret: secret === true,
      isSet: value !== undefined,
      isDefault: JSON.stringify(value) === JSON.stringify(fallback),
    }
  })
}

/** `https://user:password@host/?key=abc` -> `https://…@host/?key=…` */
function withoutSecrets(text: string): string {
  if (!/^[a-z]+:\/\//i.test(text)) return text
  return text.replace(/\/\/[^/@]*@/, '//…@').replace(/=[^&]*/g, '=…')
}

import { type SettingName, type Settings, settingTable, settingText } from '../../../config/settings.ts'
import { perform } from '../../../operations/perform.ts'
import { booksAudited } from '../../../operations/recorded.ts'
import type { AuditResult } from '../../../storage/queries/audit.ts'
import { asOperator } from '../../operation-context.ts'
import { get, post, read } from '../../route.ts'
import { list } from '../../views/answer.ts'
import { adminToken } from '../../views/operator/nodes.ts'

/** The tokens of the admin API, without their secrets. */
const tokens = read('/operator/admin-tokens', list(adminToken), ({ deps }) => deps.store.adminTokens())

const look = get('/operator/nodes', 'operator', async ({ deps }) => {
  const { sip, settings, store, vitals } = deps
  const trunks = sip?.telephony.trunks ?? []
  return {
    /** Those that share the store. */
    fleet: (await store.nodes(deps.clock.now())).map((node) => ({
      ...node,
      isThis: node.id === store.nodeId,
    })),
    /** The one that shows the page. */
    thisNode: {
      name: `${settings.RINGKEY_HOST}:${new URL(deps.publicUrl()).port}`,
      ...vitals.read(),
      store: store.isShared ? ('PostgreSQL' as const) : ('SQLite' as const),
      callsNow: trunks.reduce((sum, { inFlight }) => sum + inFlight, 0),
      trunks: trunks.length,
      sipPort: sip?.sipPort ?? 0,
    },
    /** null before the first audit after the start. */
    audit: deps.auditor.last === undefined ? null : auditView(deps.auditor.last),
    settings: settingViews(settings),
  }
})

/** Runs the audit now. */
const audit = post('/operator/audit', 'operator', async (context) => {
  const result = await context.deps.auditor.run()
  await perform(asOperator(context), booksAudited, {})
  return auditView(result)
})

export const nodeRoutes = [look, audit, tokens]

function auditView({ at, tookMs, report: { readEntries: _, ...report } }: AuditResult) {
  return { at, tookMs, ...report }
}

/** The settings in force. A secret is only shown as set or not set; credentials in an address are hidden too. */
function settingViews(settings: Settings) {
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

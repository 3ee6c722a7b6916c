import { listCommand } from '../columns.ts'
import { type Command, defineCommand } from '../command.ts'
import { completion } from '../completion.ts'
import { accountCommands } from './account.ts'
import { adminTokenCommands } from './admin-token.ts'
import { alarmCommands } from './alarm.ts'
import { asCodeCommands } from './as-code.ts'
import { audit } from './audit.ts'
import { backup } from './backup.ts'
import { capacity } from './capacity.ts'
import { capture } from './capture.ts'
import { consentCommands } from './consent.ts'
import { contractCommands } from './contract.ts'
import { demoCommands } from './demo.ts'
import { doctor } from './doctor.ts'
import { endpointCommands } from './endpoint.ts'
import { gatewayCommands } from './gateway.ts'
import { hookCommands } from './hook.ts'
import { installationCommands } from './installation.ts'
import { ledgerClose } from './ledger.ts'
import { logCommands } from './log.ts'
import { move } from './move.ts'
import { numberingCommands } from './numbering.ts'
import { oidcCommands } from './oidc.ts'
import { phoneCommands } from './phone.ts'
import { poolCommands } from './pool.ts'
import { privacyCommands } from './privacy.ts'
import { promptsCommands } from './prompts.ts'
import { addressCommands, capCommands, doNotCallCommands, prefixCommands } from './protection.ts'
import { trustClock } from './retention.ts'
import { rotateSecret } from './secret.ts'
import { serviceCommands } from './service.ts'
import { serviceKeyCommands } from './service-keys.ts'
import { previewWorkflow } from './service-workflow.ts'
import { simulateCommands } from './simulate.ts'
import { supportBundle } from './support-bundle.ts'
import { tariffCommands } from './tariff.ts'
import { trunkCommands } from './trunk.ts'
import { upgradeCheck } from './upgrade-check.ts'
import { userCommands } from './user.ts'
import { webhookCommands } from './webhook.ts'

const start = defineCommand({
  words: 'start',
  summary: 'Run the service until it is stopped by a signal',
  async run() {
    // The other commands need not wait for the whole service to load.
    const { main } = await import('../../main.ts')
    await main()
  },
})

const listNodes = listCommand({
  words: 'node list',
  summary: 'Show the services that run on this store, and those that were lost in the last day',
  records: async ({ store, now }) => (await store.nodes(now())).map(({ secrets: _, ...node }) => node),
  whenEmpty: 'No service runs on this store',
  shown: {
    NODE: 'id',
    STATE: 'state',
    VERSION: 'version',
    ADDRESS: 'address',
    'SINCE (UTC)': 'startedAt',
    'SEEN (UTC)': 'seenAt',
    CALLS: 'calls',
  },
})

/** The table of commands, in the order of the help page. A new noun is a file beside this one and a line here. */
export const commands: readonly Command[] = [
  start,
  ...installationCommands,
  ...accountCommands,
  ...userCommands,
  ...serviceCommands,
  ...serviceKeyCommands,
  previewWorkflow,
  ...tariffCommands,
  ...capCommands,
  ...prefixCommands,
  ...trunkCommands,
  ...poolCommands,
  ...demoCommands,
  ...phoneCommands,
  ...promptsCommands,
  ...simulateCommands,
  ...webhookCommands,
  ...endpointCommands,
  ...hookCommands,
  ...oidcCommands,
  ...gatewayCommands,
  ...numberingCommands,
  ...addressCommands,
  ...doNotCallCommands,
  ...privacyCommands,
  ...consentCommands,
  ...contractCommands,
  listNodes,
  rotateSecret,
  ...adminTokenCommands,
  ...alarmCommands,
  ...logCommands,
  audit,
  ledgerClose,
  backup,
  ...asCodeCommands,
  move,
  trustClock,
  capacity,
  upgradeCheck,
  doctor,
  capture,
  supportBundle,
  completion(() => commands),
]

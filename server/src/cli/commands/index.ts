import type { Command } from '../command.ts'
import { completionCommands } from '../completion.ts'
import { accountCommands } from './account.ts'
import { adminTokenCommands } from './admin-token.ts'
import { alarmCommands } from './alarm.ts'
import { auditCommands } from './audit.ts'
import { backupCommands } from './backup.ts'
import { capacityCommands } from './capacity.ts'
import { captureCommands } from './capture.ts'
import { consentCommands } from './consent.ts'
import { demoCommands } from './demo.ts'
import { doctorCommands } from './doctor.ts'
import { endpointCommands } from './endpoint.ts'
import { gatewayCommands } from './gateway.ts'
import { hookCommands } from './hook.ts'
import { ledgerCommands } from './ledger.ts'
import { logCommands } from './log.ts'
import { logsCommands } from './logs.ts'
import { moveCommands } from './move.ts'
import { nodeCommands } from './node.ts'
import { numberingCommands } from './numbering.ts'
import { oidcCommands } from './oidc.ts'
import { personCommands } from './person.ts'
import { phoneCommands } from './phone.ts'
import { poolCommands } from './pool.ts'
import { privacyCommands } from './privacy.ts'
import { addressCommands, capCommands, doNotCallCommands, prefixCommands } from './protection.ts'
import { purgeCommands } from './purge.ts'
import { secretCommands } from './secret.ts'
import { serviceCommands } from './service.ts'
import { serviceDialectCommands } from './service-dialect.ts'
import { serviceKeyCommands } from './service-keys.ts'
import { serviceWorkflowCommands } from './service-workflow.ts'
import { simulateCommands } from './simulate.ts'
import { startCommands } from './start.ts'
import { supportBundleCommands } from './support-bundle.ts'
import { tariffCommands } from './tariff.ts'
import { topCommands } from './top.ts'
import { trunkCommands } from './trunk.ts'
import { upgradeCheckCommands } from './upgrade-check.ts'
import { webhookCommands } from './webhook.ts'

/** The table of commands, in the order of the help page. A new noun is a file beside this one and a line here. */
export const commands: readonly Command[] = [
  ...startCommands,
  ...accountCommands,
  ...personCommands,
  ...serviceCommands,
  ...serviceKeyCommands,
  ...serviceWorkflowCommands,
  ...serviceDialectCommands,
  ...tariffCommands,
  ...capCommands,
  ...prefixCommands,
  ...trunkCommands,
  ...poolCommands,
  ...demoCommands,
  ...phoneCommands,
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
  ...nodeCommands,
  ...secretCommands,
  ...adminTokenCommands,
  ...alarmCommands,
  ...logCommands,
  ...auditCommands,
  ...ledgerCommands,
  ...backupCommands,
  ...moveCommands,
  ...purgeCommands,
  ...capacityCommands,
  ...upgradeCheckCommands,
  ...doctorCommands,
  ...captureCommands,
  ...topCommands,
  ...logsCommands,
  ...supportBundleCommands,
  ...completionCommands(() => commands),
]

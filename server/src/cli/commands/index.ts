import type { Command } from '../command.ts'
import { accountCommands } from './account.ts'
import { addressCommands } from './address.ts'
import { auditCommands } from './audit.ts'
import { backupCommands } from './backup.ts'
import { capCommands } from './cap.ts'
import { doNotCallCommands } from './do-not-call.ts'
import { doctorCommands } from './doctor.ts'
import { privacyCommands } from './privacy.ts'
import { serviceCommands } from './service.ts'
import { serviceSettingCommands } from './service-settings.ts'
import { tariffCommands } from './tariff.ts'

/** The table of commands, in the order of the help page. A new noun is a file beside this one and a line here. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...serviceSettingCommands,
  ...serviceCommands,
  ...tariffCommands,
  ...capCommands,
  ...addressCommands,
  ...doNotCallCommands,
  ...privacyCommands,
  ...auditCommands,
  ...backupCommands,
  ...doctorCommands,
]

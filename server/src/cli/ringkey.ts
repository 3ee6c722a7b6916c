// The `ringkey` command as a process.
import { SettingError } from '../config/setting-error.ts'
import { runCommandLine } from './command-line.ts'
import { commands } from './commands/index.ts'
import { systemTerminal } from './terminal.ts'

// The reader of our output may close the pipe: `ringkey service list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

// Backups and exports are readable for this user only.
process.umask(0o077)

function terminal() {
  try {
    return systemTerminal()
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    console.error(`ringkey: ${error.message}`)
    process.exit(1)
  }
}

process.exitCode = await runCommandLine(commands, process.argv.slice(2), terminal())

// The `ringkey` command as a process.
import { runCommandLine } from './command-line.ts'
import { commands } from './commands/index.ts'
import { systemTerminal } from './terminal.ts'

process.exitCode = await runCommandLine(commands, process.argv.slice(2), systemTerminal())

import { defineCommand, one, operand } from '../command.ts'
import { CommandFailed, UsageError } from '../failures.ts'
import { port, text } from '../readings.ts'

/** Loaded when it is used: the service itself needs nothing of dev/. */
const loadHabits = () => import('../../../../dev/carriers/habits.ts')

const list = defineCommand({
  words: 'dev simulate list',
  summary: 'Show the carriers that can be simulated, and what each does wrong',
  async run() {
    const { habitNames, habits } = await loadHabits()
    const rows = habitNames.map((name) => ({ name, says: habits[name].says, ends: habits[name].ends }))
    return {
      json: rows,
      text: rows.map(({ name, says, ends }) => `${name}\n  ${says}\n  then: ${ends}`).join('\n'),
    }
  },
})

const start = defineCommand({
  words: 'dev simulate',
  summary: 'Run a simulated carrier with a fault on this machine, until Ctrl+C',
  operands: { habit: operand('HABIT', text('a name that ringkey dev simulate list shows')) },
  options: { port: one('PORT', 'listen there instead of on a free port', port) },
  async run({ operands, options, terminal, json }) {
    const { habitNames, habits } = await loadHabits()
    const name = habitNames.find((each) => each === operands.habit)
    if (name === undefined)
      throw new UsageError(`HABIT is "${operands.habit}": expected ${habitNames.join(', ')}`)
    const { says, ends, start: begin } = habits[name]
    // Before anything is printed: whoever reads the last line may press Ctrl+C at once.
    const interrupted = terminal.interrupted()
    const say = (line: string) => terminal.out(`${line}\n`)
    const running = await begin(options.port ?? 0, (line) =>
      json ? terminal.err(`${line}\n`) : say(line),
    ).catch((error: Error) => {
      throw new CommandFailed(`the carrier cannot listen: ${error.message}`)
    })
    const { fields, environment } = running
    const add = `ringkey trunk add ${name} --demo ${fields.join(' ')}`
    const needed = Object.entries(environment).map(([setting, value]) => `${setting}=${value}`)
    if (json) say(JSON.stringify({ habit: name, add, environment }))
    else {
      say(`${name}: ${says}`)
      if (needed.length > 0) say(`Start the service with:     ${needed.join(' ')}`)
      say(`Add it to the demo:         ${add}`)
      say(`Take it away afterwards:    ringkey trunk remove ${name} --yes`)
      say(`What a call does:   ${ends}`)
      say('Ctrl+C ends this carrier.')
    }
    await interrupted
    await running.close()
  },
})

export const simulateCommands = [list, start]

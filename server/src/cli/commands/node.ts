import { table } from '../columns.ts'
import { defineCommand } from '../command.ts'
import { isoTime, timeText } from '../wording.ts'

const list = defineCommand({
  words: 'node list',
  summary: 'Show the services that run on this store, and those that were lost in the last day',
  async run({ open }) {
    const context = await open()
    const nodes = await context.store.nodes(context.now())
    return {
      json: nodes.map(({ id, state, version, address, startedAt, seenAt, calls }) => ({
        id,
        state,
        version,
        address,
        started: isoTime(startedAt),
        seen: isoTime(seenAt),
        calls,
      })),
      text: table(
        ['NODE', 'STATE', 'VERSION', 'ADDRESS', 'SINCE (UTC)', 'SEEN (UTC)', 'CALLS'],
        nodes.map((node) => [
          node.id,
          node.state,
          node.version,
          node.address,
          timeText(node.startedAt),
          timeText(node.seenAt),
          node.calls,
        ]),
        'No service runs on this store',
      ),
    }
  },
})

export const nodeCommands = [list]

import { listing } from '../columns.ts'
import { defineCommand } from '../command.ts'

const list = defineCommand({
  words: 'node list',
  summary: 'Show the services that run on this store, and those that were lost in the last day',
  async run({ open }) {
    const { store, now } = await open()
    const nodes = await store.nodes(now())
    return listing(
      nodes.map(({ secrets: _, ...node }) => node),
      'No service runs on this store',
      {
        NODE: 'id',
        STATE: 'state',
        VERSION: 'version',
        ADDRESS: 'address',
        'SINCE (UTC)': 'startedAt',
        'SEEN (UTC)': 'seenAt',
        CALLS: 'calls',
      },
    )
  },
})

export const nodeCommands = [list]

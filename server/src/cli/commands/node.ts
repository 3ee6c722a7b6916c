import { listCommand } from '../columns.ts'

export const listNodes = listCommand({
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

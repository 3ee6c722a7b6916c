import { defineCommand } from '../command.ts'

export const start = defineCommand({
  words: 'start',
  summary: 'Run the service until it is stopped by a signal',
  async run() {
    // The other commands need not wait for the whole service to load.
    const { main } = await import('../../main.ts')
    await main()
    return { json: undefined, text: '' }
  },
})

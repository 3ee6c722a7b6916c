import { join } from 'node:path'

/** What Node is given to run one of the bundled programs (bundle-programs.ts), with its threads from bundles too. */
export function programOf(name: 'serve' | 'serve-node' | 'service-process'): string[] {
  const quickThreads = new URL('./quick-threads.ts', import.meta.url).href
  return ['--import', quickThreads, join(process.env.TEST_PROGRAMS!, `${name}.mjs`)]
}

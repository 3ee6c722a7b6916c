// `npm run build`: builds the cabinet and the bundle of the service when they are missing or were made from other sources.
import { join } from 'node:path'
import { buildCabinet } from '../cabinet/build.ts'
import { buildWhenStale } from './build-when-stale.ts'

const server = join(import.meta.dirname, '../server')
export const sourcesOfService = join(server, 'src/main.ts')

/** Returns the entry of the bundle, which is ready half a second before the sources. */
async function buildService(): Promise<string> {
  await buildWhenStale({
    name: 'bundle of the service',
    folder: server,
    sources: ['src', 'assets', '../sip/src', '../dev', '../deploy/npm/bundle.ts', '../package-lock.json'],
    tool: 'rolldown',
    build: async (into) => (await import('./npm/bundle.ts')).bundleServer(into),
  })
  return join(server, 'dist/main.js')
}

/** Tells on the terminal what could not be built. Returns the entry of the bundle if it could. */
export async function build(): Promise<string | undefined> {
  const results = await Promise.allSettled([buildService(), buildCabinet()])
  const [service] = results
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    console.error((result.reason as Error).message)
    process.exitCode = 1
  }
  return service.status === 'fulfilled' ? service.value : undefined
}

if (import.meta.main) await build()

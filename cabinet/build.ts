import { join } from 'node:path'
import { buildWhenStale } from '../deploy/build-when-stale.ts'

const folder = import.meta.dirname

/** Some snippets, the fields and alarms are the server's, which words them too. The sign-in form is every integrator's. */
const sources = [
  'src',
  'index.html',
  'vite.config.ts',
  'package.json',
  '../server/src/http/snippets',
  '../server/src/fields',
  '../server/src/alarms/alarm-table.ts',
  '../server/assets/reference/login.md',
  '../element/src',
]

/** When its build is missing or was made from other sources. */
export const buildCabinet = () => buildWhenStale({ name: 'cabinet', folder, sources, tool: 'vite', build })

async function build(into: string): Promise<void> {
  const vite = await import('vite')
  // Whoever calls may be a test runner with an environment of its own, and React would be built for development:
  // a third more at the first load.
  const environment = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await vite.build({
      root: folder,
      configFile: join(folder, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: into, emptyOutDir: true },
    })
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = environment
  }
}

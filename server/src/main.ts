// The entry of the service: the compile cache first, then everything else.

import type { ServiceDeps } from './app/service.ts'
import { keepCompiledCode } from './config/compile-cache.ts'

export async function main(deps: Pick<Partial<ServiceDeps>, 'telephony' | 'open'> = {}): Promise<void> {
  // New files are for this user alone: databases, logs of databases, secrets.
  process.umask(0o077)
  keepCompiledCode()
  const { runService } = await import('./app/service-process.ts')
  await runService(deps)
}

if (import.meta.main) await main()

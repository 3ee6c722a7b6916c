// The entry of the service: the compile cache first, then everything else.
import { keepCompiledCode } from './compile-cache.ts'
import type { ServiceParts } from './service.ts'

export async function main(parts: Pick<Partial<ServiceParts>, 'telephony' | 'open'> = {}): Promise<void> {
  keepCompiledCode()
  const { runService } = await import('./service-process.ts')
  await runService(parts)
}

if (import.meta.main) await main()

// The entry of the service: the compile cache first, then the threads, then everything else.

import type { GivenDeps } from './app/service-process.ts'
import { keepCompiledCode } from './config/compile-cache.ts'
import { readEnvironment } from './config/environment.ts'
import { operationsAddress } from './operations/table-address.ts'
import { makeWriterThread } from './storage/sqlite/thread-maker.ts'
import { makeSipThread } from './telephony/sip-thread/thread-maker.ts'

export async function main(deps: Omit<GivenDeps, 'sipThread' | 'writerThread'> = {}): Promise<void> {
  // New files are for this user alone: databases, logs of databases, secrets.
  process.umask(0o077)
  keepCompiledCode()
  // They load their code while this thread loads its own.
  const sipThread = deps.telephony === undefined ? makeSipThread() : undefined
  const isEmbedded = deps.open === undefined && readEnvironment().RINGKEY_DATABASE_URL === undefined
  const writerThread = isEmbedded ? makeWriterThread(operationsAddress) : undefined
  const { runService } = await import('./app/service-process.ts')
  await runService({ ...deps, sipThread, writerThread })
}

if (import.meta.main) await main()

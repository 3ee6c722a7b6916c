// The entry of the service: the compile cache first, then the threads, then everything else.
import { setFlagsFromString } from 'node:v8'
import type { GivenDeps } from './app/service-process.ts'
import { keepCompiledCode } from './config/compile-cache.ts'
import { readEnvironment } from './config/environment.ts'
import { operationsAddress } from './operations/table-address.ts'
import { makeWriterThread } from './storage/sqlite/thread-maker.ts'
import { makeSipThread } from './telephony/sip-thread/thread-maker.ts'

/**
 * How V8 grows the space for young objects, in all threads. What a start allocates stays, so a larger space does not save
 * copies then, but an idle service would keep 15 MB of it.
 */
const growYoungSpace = (factor: 1 | 2) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

export async function main(deps: Omit<GivenDeps, 'sipThread' | 'writerThread'> = {}): Promise<void> {
  // New files are for this user alone: databases, logs of databases, secrets.
  process.umask(0o077)
  keepCompiledCode()
  growYoungSpace(1)
  // They load their code while this thread loads its own.
  const sipThread = deps.telephony === undefined ? makeSipThread() : undefined
  const isEmbedded = deps.open === undefined && readEnvironment().RINGKEY_DATABASE_URL === undefined
  const writerThread = isEmbedded ? makeWriterThread(operationsAddress) : undefined
  const { runService } = await import('./app/service-process.ts')
  await runService({ ...deps, sipThread, writerThread })
  growYoungSpace(2)
}

if (import.meta.main) await main()

import { startQuickService } from '../http/scenes.ts'
import type { MeasuredService, ServerOptions } from '../measure/server-process.ts'

/**
 * The service with phones that ring for a while. What one address or destination may ask for is lifted: all of the load
 * comes from one address.
 */
export function startUnlimited(
  folder: string,
  ringMs: number,
  { environment, ...options }: ServerOptions = {},
): Promise<MeasuredService> {
  return startQuickService(folder, {
    ...options,
    environment: {
      RINGKEY_ADDRESS_LIMIT: 'api:0/s,connections:0',
      RINGKEY_SERVICE_LIMIT: '0/s',
      RINGKEY_VELOCITY: 'alarm:0/h,pause:0/h',
      RINGKEY_LOG_LEVEL: 'fatal',
      BENCH_RING_MS: String(ringMs),
      ...environment,
    },
  })
}

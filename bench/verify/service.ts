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
      BENCH_INSTALLATION: JSON.stringify({ trafficAlarmCalls: 0 }),
      RINGKEY_LOG_LEVEL: 'fatal',
      BENCH_RING_MS: String(ringMs),
      ...environment,
    },
  })
}

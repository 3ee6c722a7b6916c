import type { DeliveryRecord } from '../storage/queries/deliveries.ts'

/** The body of an event: `data` is JSON already. */
export function eventBody(
  { type, createdAt }: Pick<DeliveryRecord, 'type' | 'createdAt'>,
  data: string,
): string {
  const timestamp = new Date(createdAt).toISOString()
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(timestamp)},"data":${data}}`
}

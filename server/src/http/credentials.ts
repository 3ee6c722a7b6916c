import type { RawParams } from './parameters.ts'

export interface Credentials {
  readonly key: string
  readonly serviceId: number
}

/** The parameters that carry credentials. */
export const credentialNames = ['key', 'service_id']
export const isCredential = (name: string) => credentialNames.includes(name)

/** Credentials that cannot be valid in any store. */
export type Presented = Credentials | 'malformed' | undefined

/** `Authorization: Bearer <SECRET_KEY>.<SERVICE_ID>` */
export function fromHeader(authorization: string | undefined): Presented {
  if (authorization === undefined) return undefined
  const match = /^Bearer ([A-Za-z0-9]{32})\.([1-9][0-9]{0,15})$/i.exec(authorization)
  return match === null ? 'malformed' : { key: match[1]!, serviceId: Number(match[2]) }
}

/** `key` and `service_id` in a JSON body, a form or the query of a GET. */
export function fromParameters({ key, service_id: serviceId }: RawParams): Presented {
  if (key === undefined && serviceId === undefined) return undefined
  const isKey = typeof key === 'string' && /^[A-Za-z0-9]{32}$/.test(key)
  const isId =
    typeof serviceId === 'number'
      ? Number.isSafeInteger(serviceId) && serviceId > 0
      : typeof serviceId === 'string' && /^[1-9][0-9]{0,15}$/.test(serviceId)
  return isKey && isId ? { key, serviceId: Number(serviceId) } : 'malformed'
}

import { nearestName } from './nearest-name.ts'

/** Names that other services and their clients use for a parameter, without signs and case. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  uid: ['id', 'callid', 'ucallerid', 'vendorid', 'verificationid'],
  phone: ['msisdn', 'number', 'tel', 'mobile', 'to'],
  callback_url: ['callback', 'webhook', 'webhookurl', 'hook', 'url'],
  unique: ['idempotencykey', 'requestid'],
}

/** The parameter that was probably meant by another name; undefined when none is similar. */
export function meantParameter(written: string, parameters: readonly string[]): string | undefined {
  const bare = written.replace(/[^a-z0-9]/gi, '').toLowerCase()
  return (
    parameters.find((name) => otherNames[name]?.includes(bare) === true) ?? nearestName(written, parameters)
  )
}

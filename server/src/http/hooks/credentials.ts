import type { IncomingMessage } from 'node:http'
import type { Bag } from '../parameters.ts'

const schemes = /^(Bearer|Basic) +(.+)$/i

/**
 * Every text of a request that may be the credential of its hook. Identity servers let their owner choose the header, so
 * that its name is no setting here: the credential itself is too long to be met by chance.
 */
export function presentedTexts({ headers }: IncomingMessage, body: Bag): string[] {
  const { authorization = '', cookie = '', ...others } = headers
  const [, scheme = '', sent = ''] = schemes.exec(authorization) ?? []
  return [
    scheme === '' ? authorization : scheme.toLowerCase() === 'basic' ? fromBase64(sent) : sent,
    ...cookie.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1)),
    ...Object.values(others).flatMap((value) => value ?? []),
    ...Object.values(body).filter((value) => typeof value === 'string'),
  ]
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString()

import type { Settings } from '../config/settings.ts'

export type AddressTrouble = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string }

export function isAddressTrouble(error: unknown): error is AddressTrouble {
  const codes = ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']
  const { code, syscall } = error as NodeJS.ErrnoException
  return codes.includes(String(code)) && ['listen', 'getaddrinfo'].includes(String(syscall))
}

/** In the order in which they are opened. */
const hostOf = {
  RINGKEY_SIP_PORT: 'RINGKEY_SIP_HOST',
  RINGKEY_PORT: 'RINGKEY_HOST',
  RINGKEY_ALT_PORT: 'RINGKEY_HOST',
  RINGKEY_METRICS_PORT: 'RINGKEY_METRICS_HOST',
} as const

/** Why we cannot listen, with the settings that chose this address, and no others. */
export function explainAddress(error: AddressTrouble, settings: Settings): string {
  const { code, message, port, address, hostname } = error
  const ours = (Object.keys(hostOf) as (keyof typeof hostOf)[]).filter(
    (name) => settings[name] === port || settings[hostOf[name]] === hostname,
  )
  const where = [address ?? hostname, port].filter((part) => part !== undefined).join(':')
  if (code === 'EADDRINUSE' && ours.length > 1)
    return `Cannot listen on ${where}: ${listed(ours, 'and')} have the same port. Give each its own.`
  const why = code === 'EADDRINUSE' ? 'another program is there' : message
  const hosts = new Set(ours.map((name) => hostOf[name]))
  const chosen = hostname === undefined ? [...ours, ...hosts] : [...hosts]
  return `Cannot listen on ${where}: ${why}. Choose another with ${listed(chosen, 'or')}.`
}

const listed = (names: readonly string[], word: string) => names.join(', ').replace(/, (?=\w+$)/, ` ${word} `)

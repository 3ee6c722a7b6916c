import { expect, it } from 'vitest'
import { readSettings } from '../config/settings.ts'
import { type AddressTrouble, explainAddress } from './explain-address.ts'

const explain = (error: Partial<AddressTrouble>, environment: Record<string, string> = {}) =>
  explainAddress({ syscall: 'listen', ...error } as AddressTrouble, readSettings(environment))
const busy = (port: number, address = '127.0.0.1') => ({ code: 'EADDRINUSE', port, address })

it('an address that cannot be listened on: names the setting of this port, and its host', () => {
  expect(explain(busy(8081))).toBe(
    'Cannot listen on 127.0.0.1:8081: another program is there. Choose another with RINGKEY_ALT_PORT or RINGKEY_HOST.',
  )
  expect(explain(busy(9464))).toMatch(/with RINGKEY_METRICS_PORT or RINGKEY_METRICS_HOST\.$/)
  expect(explain({ code: 'EACCES', message: 'permission denied', port: 80 }, { RINGKEY_PORT: '80' })).toMatch(
    /: permission denied\. Choose another with RINGKEY_PORT or RINGKEY_HOST\.$/,
  )
})

it('an address that cannot be listened on: names the settings that have the same port', () => {
  expect(explain(busy(8081), { RINGKEY_PORT: '8081' })).toBe(
    'Cannot listen on 127.0.0.1:8081: RINGKEY_PORT and RINGKEY_ALT_PORT have the same port. Give each its own.',
  )
  expect(explain(busy(5060), { RINGKEY_METRICS_PORT: '5060' })).toMatch(
    /: RINGKEY_SIP_PORT and RINGKEY_METRICS_PORT have the same port/,
  )
})

it('an address that cannot be listened on: names the setting of an unknown host alone', () => {
  const error = { code: 'ENOTFOUND', message: 'unknown', hostname: 'metrics.invalid' }
  expect(explain(error, { RINGKEY_METRICS_HOST: 'metrics.invalid' })).toBe(
    'Cannot listen on metrics.invalid: unknown. Choose another with RINGKEY_METRICS_HOST.',
  )
})

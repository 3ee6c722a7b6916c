import { expect, it } from 'vitest'
import type { DemoMode } from '../accounts/demo-mode.ts'
import type { Installation } from '../accounts/installation.ts'
import { readSettings } from '../config/settings.ts'
import { defaultInstallationSettings, type InstallationSettings } from '../storage/queries/installation.ts'
import type { PersonRecord } from '../storage/queries/people.ts'
import { lacksOperatorFactor } from './recognise.ts'

const operator = {
  operator: true,
  sealedTotp: null,
  telegramId: 0,
  confirmsByTelegram: false,
} as PersonRecord
type Chosen = InstallationSettings['operatorSecondFactor']
const isDemanded = (
  environment: Record<string, string>,
  publicUrl: string,
  isOn: boolean,
  operatorSecondFactor: Chosen = 'auto',
) =>
  lacksOperatorFactor(
    {
      settings: readSettings(environment),
      installation: { settings: { ...defaultInstallationSettings, operatorSecondFactor } } as Installation,
      demo: { isOn } as DemoMode,
      publicUrl: () => publicUrl,
    },
    operator,
  )
const outside = 'https://verify.example.com'
const here = 'http://127.0.0.1:8080'

it.each([
  ['a public address', {}, outside, false, true],
  ['a public address while the demo is on', {}, outside, true, false],
  ['loopback', {}, here, false, false],
  ['IPv6 loopback', { RINGKEY_HOST: '::1' }, 'http://[::1]:8080', false, false],
  ['a listener on the network', { RINGKEY_HOST: '0.0.0.0' }, 'http://localhost:8080', false, true],
  ['on, at loopback', {}, here, true, true, 'on'],
  ['off, in public', {}, outside, false, false, 'off'],
] as [string, Record<string, string>, string, boolean, boolean, Chosen?][])(
  'the second factor of operators, %s',
  (_case, environment, publicUrl, isOn, expected, chosen) => {
    expect(isDemanded(environment, publicUrl, isOn, chosen)).toBe(expected)
  },
)

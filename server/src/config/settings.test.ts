import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readLookupFile } from './lookup-file.ts'
import { readRootSecret } from './root-secret.ts'
import { SettingError } from './setting-error.ts'
import { readSettings, settingText, unknownSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('settings', () => {
  it('have defaults that work on a laptop; an empty value counts as not set', () => {
    expect(readSettings({ RINGKEY_PORT: '' })).toMatchObject({
      RINGKEY_HOST: '127.0.0.1',
      RINGKEY_PORT: 8080,
      RINGKEY_ALT_PORT: 8081,
      RINGKEY_DATA: './data',
      RINGKEY_TRUST_PROXY: [],
    })
  })

  it('read lists of addresses and ranges', () => {
    const { RINGKEY_TRUST_PROXY: list } = readSettings({
      RINGKEY_TRUST_PROXY: '10.0.0.1, 10.0.0.0/8,2001:db8::/32',
    })
    expect(list).toEqual(['10.0.0.1', '10.0.0.0/8', '2001:db8::/32'])
  })

  it.each([
    [
      { RINGKEY_PORT: '8O80' },
      'RINGKEY_PORT is "8O80": expected a port from 0 to 65535 (0 takes a free one)',
    ],
    [{ RINGKEY_PORT: '65536' }, 'RINGKEY_PORT is "65536": expected'],
    [{ RINGKEY_DEMO: 'yes' }, 'RINGKEY_DEMO is "yes": expected auto, on or off'],
    [
      { RINGKEY_TRUST_PROXY: '10.0.0.0/33' },
      'RINGKEY_TRUST_PROXY is "10.0.0.0/33": expected addresses or ranges',
    ],
    [
      { RINGKEY_TRUST_PROXY: '10.0.0.1,0.0.0.0/0' },
      'RINGKEY_TRUST_PROXY is "10.0.0.1,0.0.0.0/0": expected addresses or ranges',
    ],
    [{ RINGKEY_TRUST_PROXY: '::/00' }, 'and not /0, which is everybody'],
    [
      { RINGKEY_CALLBACK_ALLOW: 'localhost' },
      'RINGKEY_CALLBACK_ALLOW is "localhost": expected addresses or ranges',
    ],
    [
      { RINGKEY_TLS_CERT: 'a.pem' },
      'RINGKEY_TLS_KEY is not set: expected a file with the private key (PEM), because',
    ],
    [
      { RINGKEY_TLS_KEY: 'a.pem' },
      'RINGKEY_TLS_CERT is not set: expected a file with the certificate chain (PEM)',
    ],
  ])('%j is refused with its name, its value and what is expected', (environment, message) => {
    expect(() => readSettings(environment)).toThrow(SettingError)
    expect(() => readSettings(environment)).toThrow(message)
  })

  it('never show a secret', () => {
    expect(() => readSettings({ RINGKEY_SECRET: 'hunter2' })).toThrow(
      /^RINGKEY_SECRET is set but not usable: expected at least 32 characters$/,
    )
  })

  it('settings: a secret comes from the file that its _FILE names, without the newline at its end', () => {
    const file = join(folder, 'token')
    writeFileSync(file, '123:abc\n')
    expect(readSettings({ RINGKEY_TELEGRAM_TOKEN_FILE: file }).RINGKEY_TELEGRAM_TOKEN).toBe('123:abc')
    expect(unknownSettings({ RINGKEY_TELEGRAM_TOKEN_FILE: file, RINGKEY_PORT_FILE: file })).toEqual([
      'RINGKEY_PORT_FILE',
    ])
  })

  it('settings: a secret file that is missing, unusable or set beside its secret is named', () => {
    const none = join(folder, 'none')
    expect(() => readSettings({ RINGKEY_SMTP_URL_FILE: none })).toThrow(/SMTP_URL_FILE .*readable file/)
    writeFileSync(join(folder, 'bad'), 'hunter2\n')
    const bad = () => readSettings({ RINGKEY_TELEGRAM_TOKEN_FILE: join(folder, 'bad') })
    expect(bad).toThrow('RINGKEY_TELEGRAM_TOKEN is set but not usable')
    const both = { RINGKEY_TELEGRAM_TOKEN: '1:a', RINGKEY_TELEGRAM_TOKEN_FILE: join(folder, 'bad') }
    expect(() => readSettings(both)).toThrow('are both set')
  })

  it('have several numbers in one value; parts in any order, the rest by default', () => {
    expect(readSettings({}).RINGKEY_NUMBER_LIMIT).toEqual({
      gapSeconds: 15,
      perMinute: 4,
      perDay: 30,
      restHours: 10,
    })
    const { RINGKEY_NUMBER_LIMIT: limit } = readSettings({ RINGKEY_NUMBER_LIMIT: '7/day, 0s' })
    expect(limit).toMatchObject({ gapSeconds: 0, perMinute: 4, perDay: 7 })
    expect(settingText('RINGKEY_NUMBER_LIMIT', limit)).toBe('0s,4/min,7/day,10h')
  })

  it.each(['7', '7/week', '1s,2s', '-1s', '0/day', '1001/day', 's', '1s,'])(
    'RINGKEY_NUMBER_LIMIT=%s is refused with its bounds',
    (text) => {
      expect(() => readSettings({ RINGKEY_NUMBER_LIMIT: text })).toThrow(
        /^RINGKEY_NUMBER_LIMIT is ".+": expected .*15s,4\/min,30\/day,10h \(0-3600s, 1-60\/min,/,
      )
    },
  )

  it('a name of an earlier version stops the start and says what to set instead', () => {
    const former = { RINGKEY_NUMBER_PER_DAY: '3', RINGKEY_SMTP_TLS: 'optional', RINGKEY_LOOKUP_URL: '' }
    expect(() => readSettings(former)).toThrow(SettingError)
    expect(() => readSettings(former)).toThrow(
      /^RINGKEY_NUMBER_PER_DAY, RINGKEY_SMTP_TLS: .*RINGKEY_NUMBER_LIMIT \(.*30\/day.*RINGKEY_SMTP_URL \(/,
    )
  })

  it('a name whose setting is stored now stops the start and says the commands that store what it said', () => {
    const former = {
      RINGKEY_SIGN_UP: 'open',
      RINGKEY_CONFIRM_PHONE: 'on',
      RINGKEY_RETENTION: 'calls:90d, ledger:0mo',
      RINGKEY_DEFAULT_COUNTRIES: 'any',
    }
    expect(() => readSettings(former)).toThrow(
      /RINGKEY_SIGN_UP, RINGKEY_CONFIRM_PHONE, RINGKEY_RETENTION: stored with the installation now/,
    )
    for (const command of [
      'sign-up open',
      'confirm-phone yes',
      'keep-calls-days 90',
      'keep-ledger-months 0',
      'default-countries any',
    ])
      expect(() => readSettings(former)).toThrow(`ringkey installation set ${command}`)
    expect(() => readSettings(former)).not.toThrow('keep-requests-days')
  })

  it('traces take the standard names, and the former ones name them', () => {
    expect(readSettings({ OTEL_TRACES_SAMPLER_ARG: '0.25' }).OTEL_TRACES_SAMPLER_ARG).toBe(0.25)
    expect(() => readSettings({ OTEL_TRACES_SAMPLER_ARG: '5' })).toThrow('from 0 to 1')
    expect(() => readSettings({ RINGKEY_OTLP_PERCENT: '5' })).toThrow('OTEL_TRACES_SAMPLER_ARG')
  })

  it('report an unknown name', () => {
    expect(unknownSettings({ RINGKEY_PROT: '1', RINGKEY_PORT: '1', PATH: '' })).toEqual(['RINGKEY_PROT'])
  })
})

describe('the file of a look-up service', () => {
  const file = join(folder, 'lookup.json')
  const read = (content: unknown) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return () => readLookupFile(file)
  }

  it('needs only an address', () => {
    const full = {
      url: 'http://127.0.0.1/{phone}',
      headers: { Authorization: 'x' },
      mnc: 'a.b',
      timeoutMs: 50,
    }
    expect(read({ url: full.url })()).toEqual({ url: full.url })
    expect(read(full)()).toEqual(full)
  })

  it('is refused with what is wrong in it, and its content is not shown', () => {
    expect(read({ url: 'http://127.0.0.1/', timeoutMs: 49 })).toThrow(/wrong: url, timeoutMs$/)
    expect(read({ url: 'http://127.0.0.1/{phone}', hush: 1 })).toThrow(SettingError)
    expect(read('{"headers": hush')).toThrow(/^((?!hush).)*expected a readable JSON file \(no JSON\)$/)
    expect(() => readLookupFile(join(folder, 'none'))).toThrow(/none.*\(ENOENT\)$/)
  })
})

describe('the root secret', () => {
  const make = (count: number) => Buffer.alloc(count, 7)
  const noneIsMade = () => {
    throw new Error('a secret was made')
  }

  it('is generated once, readable by this user only', () => {
    const settings = readSettings({ RINGKEY_DATA: join(folder, 'new') })
    const secret = readRootSecret(settings, make)
    const file = join(folder, 'new', 'secret.key')
    expect(readFileSync(file, 'utf8')).toBe(`${secret}\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readRootSecret(settings, noneIsMade)).toEqual(secret)
  })

  it('is read from the environment or a named file before the data folder', () => {
    const text = 's'.repeat(32)
    writeFileSync(join(folder, 'named.key'), `${text}\n`)
    const named = { RINGKEY_DATA: folder, RINGKEY_SECRET_FILE: join(folder, 'named.key') }
    expect(readRootSecret(readSettings(named), noneIsMade).toString()).toBe(text)
    const given = { ...named, RINGKEY_SECRET: 'e'.repeat(32) }
    expect(readRootSecret(readSettings(given), noneIsMade).toString()).toBe('e'.repeat(32))
  })

  it('is refused when its file is missing, too short, or cannot be created', () => {
    writeFileSync(join(folder, 'short.key'), 'short\n')
    const read = (environment: Record<string, string>) => () =>
      readRootSecret(readSettings(environment), make)
    expect(read({ RINGKEY_SECRET_FILE: join(folder, 'none.key') })).toThrow(
      /none\.key": expected a readable file/,
    )
    expect(read({ RINGKEY_SECRET_FILE: join(folder, 'short.key') })).toThrow(
      /holds 5 characters: expected a secret of at least 32/,
    )
    expect(read({ RINGKEY_DATA: join(folder, 'short.key') })).toThrow(SettingError)
  })
})

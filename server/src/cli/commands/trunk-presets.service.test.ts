import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { defaultTrunkSettings } from '../../storage/queries/trunks.ts'
import { presetNames, trunkPresets } from '../../telephony/trunks/trunk-presets.ts'
import { faultInTrunk } from '../../telephony/trunks/trunk-settings.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const add = (...words: string[]) => ringkey(service.folder, ['trunk', 'add', ...words, '--json'])

it('trunk add --like: starts from the preset, and typed settings override it', async () => {
  const like = ['--like', 'asterisk', 'host=127.0.0.1', 'auth-user=me']
  expect((await add('plain', ...like)).json).toMatchObject({
    register: true,
    called_format: 'E164',
    caller_places: ['pai'],
  })
  expect((await add('own', ...like, 'caller-places=from', 'register=no')).json).toMatchObject({
    register: false,
    called_format: 'E164',
    caller_places: ['from'],
  })
})

it('trunk add --like: an unknown preset is refused with the list of known ones', async () => {
  const { code, err } = await ringkey(service.folder, [
    'trunk',
    'add',
    'x',
    '--like',
    'cisco',
    'host=127.0.0.1',
  ])
  expect(code).toBe(2)
  expect(err).toContain(
    '--like is "cisco": expected asterisk, freeswitch, kamailio, generic-registration or generic-ip',
  )
})

it.each(presetNames)('trunk add --like %s: is valid with a host and a user', (name) => {
  const settings = { ...defaultTrunkSettings, host: '127.0.0.1', authUser: 'me', ...trunkPresets[name] }
  expect(faultInTrunk(settings)).toBeUndefined()
})

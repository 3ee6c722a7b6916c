import { expect, it } from 'vitest'
import { withPreset, writtenSettings } from '../../cabinet/src/pages/trunks/fields.ts'
import { defaultTrunkSettings } from '../../server/src/storage/trunk-records.ts'
import { trunkPresets } from '../../server/src/telephony/trunks/trunk-presets.ts'

const defaults = writtenSettings(defaultTrunkSettings)
const asterisk = writtenSettings({ ...defaultTrunkSettings, ...trunkPresets.asterisk })
const kamailio = writtenSettings({ ...defaultTrunkSettings, ...trunkPresets.kamailio })

it('form of a trunk, preset chosen: fills in its fields and leaves what was typed', () => {
  const typed = { ...defaults, host: 'sip.carrier.example', callerPlaces: 'rpid' }
  expect(withPreset(typed, defaults, asterisk)).toEqual({
    ...asterisk,
    host: 'sip.carrier.example',
    callerPlaces: 'rpid',
  })
})

it('form of a trunk, another preset chosen: nothing of the first one stays', () => {
  expect(withPreset(asterisk, asterisk, kamailio)).toEqual(kamailio)
  expect(withPreset(kamailio, kamailio, defaults)).toEqual(defaults)
})

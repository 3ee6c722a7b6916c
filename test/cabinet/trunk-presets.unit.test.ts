import { expect, it } from 'vitest'
import { withPreset } from '../../cabinet/src/pages/trunks/with-preset.ts'
import { typedOf } from '../../cabinet/src/parts/field-values.ts'
import { trunkFields } from '../../server/src/fields/trunk-fields.ts'
import { defaultTrunkSettings } from '../../server/src/storage/queries/trunks.ts'
import { trunkPresets } from '../../server/src/telephony/trunks/trunk-presets.ts'

const defaults = typedOf(trunkFields, defaultTrunkSettings)
const asterisk = typedOf(trunkFields, { ...defaultTrunkSettings, ...trunkPresets.asterisk })
const kamailio = typedOf(trunkFields, { ...defaultTrunkSettings, ...trunkPresets.kamailio })

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

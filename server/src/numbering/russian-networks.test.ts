import { describe, expect, it } from 'vitest'
import { networkByInn, networkByName } from './russian-networks.ts'

describe('Russian operators', () => {
  it.each(['mMTS', 'mmts', 'MTS', 'МТС', 'ПАО "МТС"'])('MTS is found as %s', (name) => {
    expect(networkByName(name)?.inn).toBe('7740000076')
  })

  it('are found by their INN', () => {
    expect(networkByInn('7713076301')).toMatchObject({ brand: 'Билайн', mnc: 99 })
    expect(networkByInn('')).toBeUndefined()
    expect(networkByName('')).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { operatorByInn, operatorByName } from './russian-operators.ts'

describe('Russian operators', () => {
  it.each(['mMTS', 'mmts', 'MTS', 'МТС', 'ПАО "МТС"'])('MTS is found as %s', (name) => {
    expect(operatorByName(name)?.inn).toBe('7740000076')
  })

  it('are found by their INN', () => {
    expect(operatorByInn('7713076301')).toMatchObject({ brand: 'Билайн', mnc: 99 })
    expect(operatorByInn('')).toBeUndefined()
    expect(operatorByName('')).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { shareCores } from './cores.ts'

describe('sharing cores between the database and everything else', () => {
  it('gives the database one of two', () => {
    expect(shareCores('0-1')).toEqual({ database: '0', others: '1' })
  })

  it('gives it half of more, and no core to both', () => {
    expect(shareCores('0-3,8,10-11')).toEqual({ database: '0,1,2', others: '3,8,10,11' })
  })

  it('cannot share one core', () => {
    expect(shareCores('5')).toBeUndefined()
  })
})

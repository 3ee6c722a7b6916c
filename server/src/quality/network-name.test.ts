import { describe, expect, it } from 'vitest'
import { networkName } from './network-name.ts'

describe('the name of a network', () => {
  it.each([
    ['МТС', ['ПАО "МТС"', 'ПАО "Мобильные ТелеСистемы"', 'mMTS', 'MTS', 'мтс', 'Mobile TeleSystems PJSC']],
    ['МегаФон', ['ПАО "МЕГАФОН"', 'ПАО "МегаФон"', 'mMEGAFON', 'Megafon', 'МегаФон']],
    ['Билайн', ['ПАО "ВЫМПЕЛКОМ"', 'ПАО «ВымпелКом»', 'mBEELINE', 'Beeline', 'VimpelCom']],
    ['T2', ['ООО "Т2 МОБАЙЛ"', 'ООО "Т2 Мобайл"', 'mTELE2', 'Tele2', 'Теле2', 'T2', 'Т2']],
    ['Т-Мобайл', ['ООО "Т-МОБ"', 'mTINKOFF', 'Tinkoff Mobile', 'Т-Мобайл']],
    ['Yota', ['ООО "Скартел"', 'ООО "СКАРТЕЛ"', 'mJUTA', 'Yota']],
    ['СберМобайл', ['ООО "СБЕРБАНК-ТЕЛЕКОМ"', 'ООО "Сбербанк-Телеком"', 'mSBERTEL', 'СберМобайл']],
    ['Ростелеком', ['ПАО "Ростелеком"', 'ПАО "РОСТЕЛЕКОМ"', 'mRTK', 'Rostelecom']],
    ['Телепорт', ['ООО "ТЕЛЕПОРТ"', 'ООО «Телепорт»', 'АО Телепорт']],
  ])('is %s in every spelling', (name, spellings) => {
    for (const spelling of spellings)
      expect([spelling, networkName('RU', spelling)]).toEqual([spelling, name])
  })

  it('is that of the network to which the number was ported', () => {
    expect(networkName('RU', 'ПАО "МТС"', 'mBEELINE')).toBe('Билайн')
    expect(networkName('RU', 'ПАО "МТС"', '')).toBe('МТС')
  })

  it('stays as it is abroad, where the same brand is another company', () => {
    expect(networkName('KZ', 'Beeline')).toBe('Beeline')
    expect(networkName('RU', '')).toBe('')
  })
})

import { describe, expect, it } from 'vitest'
import { operatorName } from './operator-name.ts'

describe('the name of an operator', () => {
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
      expect([spelling, operatorName('RU', spelling)]).toEqual([spelling, name])
  })

  it('is that of the operator to which the number was ported', () => {
    expect(operatorName('RU', 'ПАО "МТС"', 'mBEELINE')).toBe('Билайн')
    expect(operatorName('RU', 'ПАО "МТС"', '')).toBe('МТС')
  })

  it('stays as it is abroad, where the same brand is another company', () => {
    expect(operatorName('KZ', 'Beeline')).toBe('Beeline')
    expect(operatorName('RU', '')).toBe('')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNumbering } from './numbering.ts'

const numbering = createNumbering()
const digitsOf = (text: string) => numbering.readFreeText(text)?.e164

describe('a number in free text', () => {
  it.each([
    ['+7 900 123-45-67', '79001234567'],
    ['8 (900) 123-45-67', '79001234567'],
    ['900.123.45.67', '79001234567'],
    ['7-900-123-45-67', '79001234567'],
    [' (+7) 900 123 45 67 ', '79001234567'],
    ['＋７（９００）１２３－４５－６７', '79001234567'],
    ['٨٩٠٠١٢٣٤٥٦٧', '79001234567'],
    ['۸۹۰۰۱۲۳۴۵۶۷', '79001234567'],
    ['\u202a+7 900 123\u201145\u201167\u202c', '79001234567'],
    ['00 7 900 123 45 67', '79001234567'],
    ['8 10 7 900 123 45 67', '79001234567'],
    ['810 380 50 123 45 67', '380501234567'],
    ['8-10-44-20-7946-0018', '442079460018'],
    ['+44 (0)20 7946 0018', '442079460018'],
    ['0044 20 7946 0018', '442079460018'],
    ['380501234567', '380501234567'],
    ['442079460018', '442079460018'],
    ['998901234567', '998901234567'],
    ['12025550123', '12025550123'],
    ['495 123-45-67', '74951234567'],
    ['8 701 123 45 67', '77011234567'],
    ['701 123 45 67', '77011234567'],
    ['85221234567', '85221234567'],
    ['81312345678', '81312345678'],
  ])('%s is read as %s', (text, e164) => {
    expect(digitsOf(text)).toBe(e164)
  })

  it.each([
    ['8 (095) 123-45-67', '74951234567'],
    ['+7 095 123-45-67', '74951234567'],
    ['096 512 34 56', '74965123456'],
    ['8 0112 12-34-56', '74012123456'],
    ['8 10 7 095 123 45 67', '74951234567'],
    ['+7 3272 12-34-56', '77272123456'],
    ['8 3172 12 34 56', '77172123456'],
  ])('[C4.5-20] %s, an old area code, becomes %s', (text, e164) => {
    expect(digitsOf(text)).toBe(e164)
  })

  it.each([
    '',
    '   ',
    '+',
    'call me',
    '+7 900 123 45 67 ext. 5',
    '8 900 123-45-67 доб. 12',
    '+79001234567x5',
    '+79001234567#5',
    '+79001234567,5',
    '+7+9001234567',
    '7900123+4567',
    '123-45-67',
    '+7 600 123 45 67',
    '+7 200 123 45 67',
    '+7 000 123 45 67',
    '+7 900 123 45 6',
    '+7 900 123 45 678',
    '8 900 123 45 678',
    '+999 123 45 67',
    '1'.repeat(65),
  ])('%j is not a number', (text) => {
    expect(digitsOf(text)).toBeUndefined()
  })

  it('is read the same with any grouping marks', () => {
    const marks = fc.constantFrom('', '', '', ' ', '-', '.', '(', ')', '\u00a0', '\u2011', '\u202a', '/')
    const scripts = fc.constantFrom(48, 0x0660, 0x06f0, 0xff10)
    const decorated = fc.tuple(
      fc.constantFrom('+7', '8', '7', '', '007', '8107'),
      fc.stringMatching(/^9[0-35-9]\d{8}$/),
      scripts,
      fc.array(marks, { minLength: 20, maxLength: 20 }),
    )
    fc.assert(
      fc.property(decorated, ([start, national, zero, between]) => {
        const text = [...(start + national)]
          .map(
            (char, at) =>
              (between[at] ?? '') + (char === '+' ? char : String.fromCharCode(zero + Number(char))),
          )
          .join('')
        expect(digitsOf(text)).toBe(`7${national}`)
      }),
      { seed: 6, numRuns: 2000 },
    )
  })

  it('never throws, and a number that was read is read the same again', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.stringMatching(/^\+?[0-9 ()-]{7,18}$/),
      fc.stringMatching(/^(\+|00|810|8|)[1-9][0-9]{8,13}$/),
    )
    let valid = 0
    fc.assert(
      fc.property(texts, (text) => {
        const phone = numbering.readFreeText(text)
        if (phone === undefined) return
        valid += 1
        expect({ ...numbering.readE164(phone.e164) }).toEqual({ ...phone })
        expect(numbering.readFreeText(`+${phone.e164}`)?.e164).toBe(phone.e164)
        expect(phone.e164).toBe(phone.callingCode + phone.national)
        expect(numbering.describe(phone).nationalFormat).not.toBe('')
      }),
      { seed: 6, numRuns: 20_000 },
    )
    expect(valid).toBeGreaterThan(500)
  })

  it('keeps Baikonur in Russia', () => {
    expect(numbering.readFreeText('+7 336 221 23 45')).toEqual({
      e164: '73362212345',
      countryIso: 'RU',
      callingCode: 7,
      national: '3362212345',
    })
  })

  it('distinguishes Kazakhstan from Russia by the first national digit', () => {
    expect(numbering.readFreeText('+7 701 123 45 67')?.countryIso).toBe('KZ')
    expect(numbering.readFreeText('+7 901 123 45 67')?.countryIso).toBe('RU')
  })
})

describe('digit-only E.164', () => {
  it.each([
    ['79001234567', '79001234567'],
    ['+79001234567', '79001234567'],
    [' 79001234567 ', '79001234567'],
    ['84912345678', '84912345678'],
    ['442079460018', '442079460018'],
  ])('%s is read as %s', (text, e164) => {
    expect(numbering.readE164(text)?.e164).toBe(e164)
  })

  it.each(['89001234567', '9001234567', '7 900 123 45 67', '++79001234567', '70951234567', '0079001234567'])(
    '%j is refused, nothing is guessed',
    (text) => {
      expect(numbering.readE164(text)).toBeUndefined()
    },
  )
})

describe('details of a number', () => {
  const detailsOf = (e164: string) => numbering.describe(numbering.readE164(e164)!)

  it('format a number as people write it in its country', () => {
    expect(detailsOf('79001234567').nationalFormat).toBe('8 (900) 123-45-67')
    expect(detailsOf('442079460018').nationalFormat).toBe('020 7946 0018')
  })

  it('distinguish mobile from fixed; an unknown kind is not mobile', () => {
    expect(detailsOf('79001234567').mobile).toBe(true)
    expect(detailsOf('74951234567').mobile).toBe(false)
    expect(detailsOf('77011234567').mobile).toBe(true)
    expect(detailsOf('12025550123').mobile).toBe(false)
  })

  it('leave unknown strings empty and unknown numbers 0', () => {
    expect(detailsOf('442079460018')).toEqual({
      mobile: false,
      mnc: 0,
      provider: '',
      company: '',
      registryOperator: '',
      portedTo: '',
      region: 'London',
      city: '',
      nationalFormat: '020 7946 0018',
    })
  })

  it('name countries in the language of the request', () => {
    expect(numbering.countryName('RU', 'ru')).toBe('Россия')
    expect(numbering.countryName('KZ', 'en')).toBe('Kazakhstan')
    expect(numbering.countryName('', 'en')).toBe('')
    expect(numbering.countryName('russia', 'en')).toBe('')
  })
})

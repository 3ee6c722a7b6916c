import { describe, expect, it } from 'vitest'
import { layoutOf } from './layout.ts'
import { readRow } from './row.ts'

const six = layoutOf('900;0000000;0000009;10;ООО "А";Тверская обл.')!
const eight = layoutOf('АВС/ DEF;От;До;Емкость;Оператор;Регион;Территория ГАР;ИНН')!

describe('layout of a registry file', () => {
  it.each([
    ['six columns', 'АВС/ DEF;От;До;Емкость;Оператор;Регион', { columns: 6, hasHeader: true, inn: -1 }],
    ['seven columns', 'АВС/ DEF;От;До;Емкость;Оператор;Регион;ИНН', { columns: 7, hasHeader: true, inn: 6 }],
    ['eight columns', 'АВС/ DEF;От;До;Ёмкость;Оператор;Регион;Территория ГАР;ИНН', { territory: 6, inn: 7 }],
    ['Latin look-alikes', 'ABC/ DEF;От;До;Емкость;Оператор;Регион;ИНН', { code: 0, inn: 6 }],
    ['another order', 'ИНН;Оператор;АВС/ DEF;От;До;Емкость;Регион', { code: 2, from: 3, network: 1, inn: 0 }],
    [
      'tabs around the separator',
      'АВС/ DEF\t;\tОт\t;До;Емкость;Оператор;Регион',
      { separator: ';', from: 1 },
    ],
    ['tabs instead of it', 'АВС/ DEF\tОт\tДо\tЕмкость\tОператор\tРегион', { separator: '\t', columns: 6 }],
    [
      'quoted titles',
      '"АВС/ DEF";"От";"До";"Емкость";"Оператор";"Регион";"ИНН"',
      { hasHeader: true, inn: 6 },
    ],
    [
      'no header, seven',
      '900;0;9;10;ООО "А";Тверская обл.;7700000000',
      { hasHeader: false, inn: 6, territory: -1 },
    ],
    [
      'no header, eight',
      '900;0;9;10;ООО "А";-;Тверская область;7700000000',
      { hasHeader: false, territory: 6 },
    ],
  ])('%s', (_, line, expected) => {
    expect(layoutOf(line)).toMatchObject(expected)
  })

  it.each(['', 'hello', 'a;b;c;d;e;f', '900;0;9;10', 'Number,OwnerId,MNC', '1;2;3;4;5;6;7;8;9'])(
    '%j is not a layout of the registry',
    (line) => {
      expect(layoutOf(line)).toBeUndefined()
    },
  )
})

describe('row of a registry file', () => {
  it('is read with and without its leading zeros', () => {
    const expected = { code: 900, from: 0, to: 9, network: 'ООО "А"', inn: '', territory: 'Тверская обл.' }
    expect(readRow('900;0000000;0000009;10;ООО "А";Тверская обл.', six)).toEqual(expected)
    expect(readRow('900 ;\t0\t; 9;10; ООО  "А";Тверская обл.\r', six)).toEqual(expected)
  })

  it('uses the region when there is no territory', () => {
    const row = readRow('900;0;9;10;ООО "А";Тверская обл.;-;7700000000', eight)
    expect(row).toMatchObject({ territory: 'Тверская обл.', inn: '7700000000' })
  })

  it('keeps a separator inside the place', () => {
    const row = readRow('955;0;9;10;ООО "А";Московская область; Москва|Московская область; Москва', six)
    expect(row).toMatchObject({ territory: 'Московская область; Москва|Московская область; Москва' })
  })

  it.each([
    ['900;0;9;10;ООО "А"', 'missing columns'],
    ['700;0;9;10;ООО "А";Тверская обл.', 'bad code'],
    ['9000;0;9;10;ООО "А";Тверская обл.', 'bad code'],
    ['900;9;0;10;ООО "А";Тверская обл.', 'bad range'],
    ['900;0;12345678;10;ООО "А";Тверская обл.', 'bad range'],
    ['900;-1;9;11;ООО "А";Тверская обл.', 'bad range'],
    ['900;0;9;11;ООО "А";Тверская обл.', 'wrong capacity'],
    ['900;0;9;;ООО "А";Тверская обл.', 'wrong capacity'],
    ['900;0;9;10; ;Тверская обл.', 'no operator'],
    ['900;0;9;10;ООО "А";-', 'no territory'],
  ])('%s: %s', (line, fault) => {
    expect(readRow(line, six)).toBe(fault)
  })

  it('with an INN of a wrong length is refused', () => {
    expect(readRow('900;0;9;10;ООО "А";-;Тверская область;77', eight)).toBe('bad INN')
  })
})

import { expect, it } from 'vitest'
import { pathOf, queryOf } from './request-target.ts'

it.each([
  ['/', '/'],
  ['//', '/'],
  ['/v1.0/getInfo', '/v1.0/getInfo'],
  ['//v1.0///getInfo//?uid=1', '/v1.0/getInfo'],
  ['/v1.0/get%49nfo', '/v1.0/getInfo'],
  ['/v1.0/getInfo%', '/v1.0/getInfo%'],
  ['http://ringkey.example/v1.0/getInfo?uid=1', '/v1.0/getInfo'],
  ['http://ringkey.example', '/'],
  ['*', '*'],
])('request target: %s has the path %s', (target, path) => {
  expect(pathOf(target)).toBe(path)
})

it('request target: the query is everything after the first question mark', () => {
  expect([queryOf('/a?b=c?d'), queryOf('/a?'), queryOf('/a')]).toEqual(['b=c?d', '', ''])
})

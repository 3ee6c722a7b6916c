// Under which key the cabinet keeps an answer: changes name it to have the answer read again.
import { expect, it } from 'vitest'
import { answerKey } from '../../cabinet/src/api/answer-key.ts'

it('key of an answer: the words of its path, with what stands in it', () => {
  expect(answerKey('/money/months')).toEqual(['money', 'months'])
  expect(answerKey('/services/:id/keys', { id: '7' })).toEqual(['services', '7', 'keys'])
})

it('key of an answer: the same for an id from an address and one from an answer', () => {
  expect(answerKey('/services/:id', { id: 7 })).toEqual(answerKey('/services/:id', { id: '7' }))
})

it('key of an answer: what else is asked stands last, so that the path alone names all of them', () => {
  expect(answerKey('/endpoints', { serviceId: 7 })).toEqual(['endpoints', { serviceId: 7 }])
})

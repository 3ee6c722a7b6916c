import { expect, it } from 'vitest'
import { maskedAnswer } from './masked-answer.ts'

const phone = '79161234567'
const masked = (text: string) => maskedAnswer(Buffer.from(text), phone)

it('masked answer: hides the number in every usual spelling', () => {
  for (const spelling of [
    '79161234567',
    '+79161234567',
    '89161234567',
    '9161234567',
    '+7 (916) 123-45-67',
    '8 916 123 45 67',
    '7.916.123.45.67',
    '+7\u00a0916\u00a0123-45-67',
    '007 916 1234567',
  ]) {
    const kept = masked(`{"echo":"${spelling}","ok":true}`)
    expect(kept).toBe('{"echo":"[number]","ok":true}')
  }
})

it('masked answer: masks other runs of digits that could be numbers, and leaves short ones', () => {
  expect(masked('order 4953334455 took 1234567 µs')).toBe('order 495***4455 took 1234567 µs')
})

it('masked answer: keeps 1,024 characters and cuts after masking, so that no part of a number is left at the end', () => {
  const kept = masked('x'.repeat(1018) + phone + 'y'.repeat(5000))
  expect(kept).toHaveLength(1024)
  expect(kept.endsWith('[numbe')).toBe(true)
  expect(masked('x'.repeat(70_000))).toHaveLength(1024)
})

it('masked answer: removes control characters', () => {
  expect(masked('a\u0000b\u001b[31mc\u009b2J\r\nd\te')).toBe('a�b�[31mc�2J�\nd\te')
  expect(maskedAnswer(Buffer.from([0xff, 0xfe, 0x41]), phone)).toBe('��A')
  expect(maskedAnswer(Buffer.alloc(0), '')).toBe('')
})

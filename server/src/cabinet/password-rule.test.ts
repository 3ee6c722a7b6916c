import { expect, it } from 'vitest'
import { passwordFault } from './password-rule.ts'

const email = 'annette@example.com'

it.each(['short', '123456789', 'пароль'])('finds %j too short', (password) => {
  expect(passwordFault(password, email)).toBe('password-short')
})

it.each([
  'aaaaaaaaaaaa',
  '1234567890',
  '0987654321',
  'abcdefghijkl',
  'abababababab',
  'Password2026',
  'qwerty12345',
  'парольпароль',
  'annette@example.com',
  'Annette2026',
])('finds %j too simple', (password) => {
  expect(passwordFault(password, email)).toBe('password-simple')
})

it.each(['correct horse', 'kf83;ld02s', 'password of a whole sentence', 'три весёлых тигра'])(
  'takes %j',
  (password) => {
    expect(passwordFault(password, email)).toBeUndefined()
  },
)

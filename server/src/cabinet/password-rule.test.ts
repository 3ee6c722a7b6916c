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
  'P@ssw0rd2026',
  '2026password',
  'Summer2026!!',
  'admin-admin-1',
  '1qaz2wsx3edc',
  'qwertyuiop123',
  'zxcvbnm,./12',
  'йцукенгшщз99',
  'iloveyou1987',
  'dragon-monkey',
  'Наташа1990!',
  'Spartak-1922-',
  'aaaaabbbbb12345',
  'example.com2026',
])('finds %j too simple', (password) => {
  expect(passwordFault(password, email)).toBe('password-simple')
})

it.each([
  'correct horse',
  'correct horse battery',
  'kf83;ld02s',
  'another password',
  'Q7-tansy-vault',
  'password of a whole sentence',
  'три весёлых тигра',
])('takes %j', (password) => {
  expect(passwordFault(password, email)).toBeUndefined()
})

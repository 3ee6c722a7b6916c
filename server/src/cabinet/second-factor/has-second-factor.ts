import type { PersonRecord } from '../../storage/queries/people.ts'

export function confirmsByMessenger({ confirmsByTelegram, telegramId }: PersonRecord): boolean {
  return confirmsByTelegram && telegramId !== 0
}

export function hasSecondFactor(person: PersonRecord): boolean {
  return person.sealedTotp !== null || confirmsByMessenger(person)
}

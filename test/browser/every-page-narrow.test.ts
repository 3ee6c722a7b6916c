// Every page of the list on a narrow screen, in both themes and both languages.
import { describePagesIn } from './walk-pages.ts'

const viewport = { width: 390, height: 844 }

describePagesIn([
  { look: 'light-narrow-ru', viewport, colorScheme: 'light', locale: 'ru-RU' },
  { look: 'dark-narrow-en', viewport, colorScheme: 'dark', locale: 'en-GB' },
])

// Every page of the list on a wide screen, in both themes and both languages.
import { describePagesIn } from './walk-pages.ts'

const viewport = { width: 1280, height: 800 }

describePagesIn([
  { look: 'light-wide-en', viewport, colorScheme: 'light', locale: 'en-GB' },
  { look: 'dark-wide-ru', viewport, colorScheme: 'dark', locale: 'ru-RU' },
])

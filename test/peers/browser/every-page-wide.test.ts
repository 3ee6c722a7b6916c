// Every page of the list on a wide screen.
import { describePagesIn } from './walk-pages.ts'

describePagesIn('wide')

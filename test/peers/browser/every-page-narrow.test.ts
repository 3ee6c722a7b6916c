// Every page of the list on a narrow screen.
import { describePagesIn } from './walk-pages.ts'

describePagesIn('narrow')

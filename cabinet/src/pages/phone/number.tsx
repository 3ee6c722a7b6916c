import { VisuallyHidden } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import classes from './phone.module.css'
import { phoneTexts } from './texts.ts'
import type { HandsetCall } from './use-phone.ts'

/** The code of a flash or mix call. */
const tailDigits = 4

/** As people in Russia and Kazakhstan write it; other countries have the plain digits. */
export function spelled(number: string): string {
  const parts = /^(7)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(number)
  return parts === null ? `+${number}` : `+7 ${parts[2]} ${parts[3]}-${parts[4]}-${parts[5]}`
}

export const lastFourOf = (number: string) => number.slice(-tailDigits)

/** The code is in the calling number; in a voice call it is only spoken. */
export const hasCodeInNumber = ({ mode }: Pick<HandsetCall, 'mode'>) => mode === 'flash' || mode === 'mix'

/** The calling number. Where its last four digits are the code they are set off: in colour, underlined and in bold. */
export function CallingNumber({ call }: { readonly call: Pick<HandsetCall, 'from' | 'mode'> }) {
  const text = useTexts(phoneTexts)
  const { from: number } = call
  const whole = spelled(number)
  if (!hasCodeInNumber(call)) return <span>{whole}</span>
  // "48-21" is five characters for four digits.
  const tail = whole.includes('-') ? tailDigits + 1 : tailDigits
  return (
    <span>
      <span aria-hidden>
        {whole.slice(0, -tail)}
        <span className={classes.lastFour}>{whole.slice(-tail)}</span>
      </span>
      <VisuallyHidden>{`${whole}, ${text.lastFour.toLowerCase()} ${lastFourOf(number)}`}</VisuallyHidden>
    </span>
  )
}

import { VisuallyHidden } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import classes from './phone.module.css'
import { phoneTexts } from './texts.ts'

/** In a flash call these are the code; in a voice call they mean nothing, and the phone cannot know which it is. */
const tailDigits = 4

/** As people in Russia and Kazakhstan write it; other countries have the plain digits. */
export function spelled(number: string): string {
  const parts = /^(7)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(number)
  return parts === null ? `+${number}` : `+7 ${parts[2]} ${parts[3]}-${parts[4]}-${parts[5]}`
}

export const lastFourOf = (number: string) => number.slice(-tailDigits)

/** A calling number with the last four digits set off: in colour, underlined and in bold. */
export function CallingNumber({ number }: { readonly number: string }) {
  const text = useTexts(phoneTexts)
  const whole = spelled(number)
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

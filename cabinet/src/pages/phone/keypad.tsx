import { ActionIcon, UnstyledButton } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { useWrite } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { IconBackspace, IconPhone } from '../../parts/icons.tsx'
import classes from './phone.module.css'
import { phoneTexts, verificationProblems } from './texts.ts'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const
const maxDigits = 15
const ownNumberKey = 'ringkey-phone-number'
const firstOwnNumber = '79161234567'

const digitsOf = (typed: string) => typed.replace(/\D/g, '').slice(0, maxDigits)

/** Dials a confirmation number, as the person who is verified would. */
export function Keypad({ onDialled }: { readonly onDialled: () => void }) {
  const text = useTexts(phoneTexts)
  const id = useId()
  const [from, setFrom] = useState(() => sessionStorage.getItem(ownNumberKey) ?? firstOwnNumber)
  const [to, setTo] = useState('')
  const dial = useWrite('/phone/dial', { onSuccess: onDialled })
  const call = (event: FormEvent) => {
    event.preventDefault()
    sessionStorage.setItem(ownNumberKey, from)
    dial.mutate({ from, to })
  }
  return (
    <form className={classes.keypad} onSubmit={call}>
      <label className={classes.quiet} htmlFor={`${id}-from`}>
        {text.yourNumber}
      </label>
      <input
        id={`${id}-from`}
        className={classes.ownNumber}
        inputMode="tel"
        value={from}
        onChange={({ currentTarget }) => setFrom(digitsOf(currentTarget.value))}
      />
      <label className={classes.quiet} htmlFor={`${id}-to`}>
        {text.numberToCall}
      </label>
      <div className={classes.dialled}>
        <input
          id={`${id}-to`}
          inputMode="tel"
          autoComplete="off"
          value={to}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => setTo(digitsOf(currentTarget.value))}
        />
        <ActionIcon
          variant="transparent"
          className={classes.toggle!}
          aria-label={text.erase}
          onClick={() => setTo(to.slice(0, -1))}
        >
          <IconBackspace size={20} />
        </ActionIcon>
      </div>
      <p id={`${id}-hint`} className={classes.hint}>
        {text.keypadHint}
      </p>
      <div className={classes.keys}>
        {keys.map((key) => (
          <UnstyledButton key={key} className={classes.key!} onClick={() => setTo(digitsOf(to + key))}>
            {key}
          </UnstyledButton>
        ))}
      </div>
      <ErrorNote error={dial.error} errorTexts={verificationProblems} />
      <UnstyledButton type="submit" className={classes.action!} disabled={dial.isPending}>
        <span className={`${classes.round} ${classes.green}`}>
          <IconPhone size={24} />
        </span>
        {text.call}
      </UnstyledButton>
    </form>
  )
}
